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

/**
 * A page takes seconds. After a crash the next process to claim the page repeats it; processing a page twice is
 * harmless.
 */
const leaseMs = 45_000

/** Hands out pages of stored events whose artifacts arrived later, from the database; rejects if the database fails. */
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

/** Events from clocks that run ahead are stored at most one day in the future. */
function toPage(row: ResymbolicationRow): ResymbolicationPage {
  const { project_id: projectId, organization_id: organizationId, token, requested_at: requestedAt } = row
  const since = requestedAt - limits.artifacts.resymbolicationDays * dayMs
  const start = { timestamp: requestedAt + dayMs, eventId: '' }
  const { event_time: timestamp, event_id: eventId } = row
  const before = timestamp === null || eventId === null ? start : { timestamp, eventId }
  // Once the event budget is used up, the range is empty: any remaining events stay as they are.
  const rest = row.events_left > 0 ? { since, before } : { since: before.timestamp + 1, before }
  return { organizationId, projectId, token: token ?? '', ...rest }
}
