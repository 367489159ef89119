import { createId, dayMs, limits } from '@signalbox/contracts'
import type { Clock, Resymbolications, ResymbolicationPage } from '@signalbox/service-kit'
import type { ResymbolicationRow } from '../artifacts/store/resymbolications.js'
import type { ArtifactStores } from '../artifacts/store/artifact-stores.js'
import type { IssueStores } from './store/issue-stores.js'
import { moveFingerprint } from './move-fingerprint.js'

export interface ResymbolicationDependencies {
  store: Pick<ArtifactStores, 'resymbolications'> & IssueStores
  clock: Clock
}

/** A page takes seconds; after a crash it is done again by whoever claims it then. */
const leaseMs = 120_000

/** Hands out the pages of stored events that artifacts came after, where they are kept; a failing database rejects. */
export function createResymbolications({ store, clock }: ResymbolicationDependencies): Resymbolications {
  return {
    claimPage: () =>
      new Promise((resolve) => {
        const now = clock()
        const row = store.resymbolications.claim({ now, leasedUntil: now + leaseMs, token: createId(now) })
        resolve(row && toPage(row))
      }),
    moveFingerprints: (moves) =>
      new Promise((resolve) => {
        resolve(moves.map((move) => moveFingerprint(store, move, clock())))
      }),
    finishPage: (progress) =>
      new Promise((resolve) => {
        if (progress.lookedAt === null) store.resymbolications.finish(progress)
        else store.resymbolications.advance(progress, clock())
        resolve()
      }),
  }
}

/** Events with clocks that run ahead are stored as at most a day later. */
function toPage(row: ResymbolicationRow): ResymbolicationPage {
  const { project_id: projectId, organization_id: organizationId, token, requested_at: requestedAt } = row
  const since = requestedAt - limits.artifacts.resymbolicationDays * dayMs
  const start = { timestamp: requestedAt + dayMs, eventId: '' }
  const { event_time: timestamp, event_id: eventId } = row
  const before = timestamp === null || eventId === null ? start : { timestamp, eventId }
  // Nothing is before the first time: what is left over of very many events is left as it is.
  const rest = row.events_left > 0 ? { since, before } : { since: before.timestamp + 1, before }
  return { organizationId, projectId, token: token ?? '', ...rest }
}
