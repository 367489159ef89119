import { setImmediate as nextTurn } from 'node:timers/promises'
import { createId } from '@signalbox/contracts'
import type { Clock, Sighting, SightingRecorder } from '@signalbox/service-kit'
import type { IssueFingerprintRow } from '../store/issue-fingerprints.js'
import type { IssueRow, NewIssueRow } from '../store/issues.js'
import type { ControlPlaneStore } from '../store/store.js'
import { recordIssueMoment } from './issue-moments.js'
import { toMoment } from './moment.js'

/** Told of every new issue, once, after it is kept. Must not throw. */
export type IssueCreatedObserver = (issue: IssueRow) => void

export interface SightingRecorderOptions {
  store: ControlPlaneStore
  clock: Clock
  onIssueCreated?: IssueCreatedObserver
}

/** Sightings of one transaction. Between transactions, requests have their turn. */
const chunkLength = 500

/**
 * Gives every fingerprint an issue. In this order, the first that applies:
 * 1. A known fingerprint changes nothing: floods of known errors cost reads only.
 * 2. A fingerprint whose previous one is known joins the issue where that is now, so that a new version of the
 *    grouping announces nothing again.
 * 3. Any other one is a new issue.
 * Sightings of unknown projects are left out: the project may be gone. Each chunk is kept whole or not at all.
 */
export function createSightingRecorder(options: SightingRecorderOptions): SightingRecorder {
  const { store, clock, onIssueCreated } = options
  return {
    recordSightings: async (sightings) => {
      const isKnownProject = createProjectCheck(store)
      for (let start = 0; start < sightings.length; start += chunkLength) {
        if (start > 0) await nextTurn()
        const chunk = sightings.slice(start, start + chunkLength).filter(isKnownProject)
        for (const issue of recordChunk(store, chunk, clock())) onIssueCreated?.(issue)
      }
    },
  }
}

/** Asks for each project once. */
function createProjectCheck({ projects }: ControlPlaneStore): (sighting: Sighting) => boolean {
  const known = new Map<string, boolean>()
  return ({ organizationId, projectId }) => {
    const key = `${organizationId}:${projectId}`
    const isKnown = known.get(key) ?? projects.findById(organizationId, projectId) !== undefined
    known.set(key, isKnown)
    return isKnown
  }
}

/** @returns the issues that were made. */
function recordChunk(store: ControlPlaneStore, chunk: readonly Sighting[], now: number): IssueRow[] {
  const isNew = ({ projectId, fingerprint }: Sighting) => !store.issueFingerprints.find(projectId, fingerprint)
  const fresh = chunk.filter(isNew)
  if (fresh.length === 0) return []
  return store.transact(() =>
    // Looked at again, one after the other: the same fingerprint may come twice.
    fresh.flatMap((sighting) => (isNew(sighting) ? recordOne(store, sighting, now) : [])),
  )
}

function recordOne(store: ControlPlaneStore, sighting: Sighting, now: number): IssueRow[] {
  const previous = findPrevious(store, sighting)
  const { projectId, fingerprint } = sighting
  const firstSeenAt = toMoment(sighting.firstSeenAt, now)
  const place = { project_id: projectId, fingerprint, first_seen_at: firstSeenAt }
  if (previous !== undefined) {
    const { issue_id, original_issue_id } = previous
    store.issueFingerprints.insert({ ...place, issue_id, original_issue_id })
    store.issues.noteFirstSeen(issue_id, firstSeenAt)
    return []
  }
  const issue = store.issues.insert(toNewIssueRow(sighting, { firstSeenAt, now }))
  store.issueFingerprints.insert({ ...place, issue_id: issue.id, original_issue_id: issue.id })
  recordIssueMoment(store, { kind: 'issue_created', issue, occurredAt: now, now })
  return [issue]
}

function findPrevious(
  { issueFingerprints }: ControlPlaneStore,
  { projectId, previousFingerprint }: Sighting,
): IssueFingerprintRow | undefined {
  return previousFingerprint === '' ? undefined : issueFingerprints.find(projectId, previousFingerprint)
}

function toNewIssueRow(sighting: Sighting, { firstSeenAt, now }: { firstSeenAt: number; now: number }): NewIssueRow {
  return {
    id: createId(now),
    organization_id: sighting.organizationId,
    project_id: sighting.projectId,
    title: sighting.title,
    culprit: sighting.culprit,
    level: sighting.level,
    platform: sighting.platform,
    first_seen_at: firstSeenAt,
    created_at: now,
    merged_into: null,
    first_release: sighting.release,
    first_environment: sighting.environment,
  }
}
