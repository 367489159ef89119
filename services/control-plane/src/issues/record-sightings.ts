import { setImmediate as nextTurn } from 'node:timers/promises'
import { createId, toTimestamp } from '@signalbox/contracts'
import type { Clock, SightedRelease, Sighting, SightingRecorder } from '@signalbox/service-kit'
import type { IssueFingerprintRow } from './store/issue-fingerprints.js'
import type { IssueRow, NewIssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'
import { applyTransition } from './change-issues.js'
import { requireIssue } from './find-issue.js'
import { systemActor } from './issue-activities.js'
import { recordIssueEvent, type IssueEventObserver } from './issue-events.js'
import { makeRoomForIssue } from './make-room.js'
import { toStorableTime } from './storable-time.js'
import { recordReleases } from './record-releases.js'
import { findRegression } from './regressions.js'
import { readNewestSettings } from '../projects/settings/project-settings.js'

/** Called once for every new issue, after it is stored. Must not throw. */
export type IssueCreatedObserver = (issue: IssueRow) => void

export interface SightingRecorderOptions {
  store: IssueStores
  clock: Clock
  onIssueEvent: IssueEventObserver
  onIssueCreated?: IssueCreatedObserver
}

/** Sightings per transaction. Other requests run between transactions. */
const chunkLength = 500

/**
 * Assigns an issue to every fingerprint and reopens issues that regressed. The first rule that applies wins:
 * 1. A known fingerprint changes nothing, unless its issue is resolved and the sighting shows that it is not fixed; see
 * `findRegression`. Floods of known errors cost reads only.
 * 2. A fingerprint whose previous fingerprint is known joins that one's current issue, so that a new version of the
 * grouping does not announce old issues again.
 * 3. A deleted or discarded fingerprint stays without an issue as long as all of its events are from before.
 * 4. Anything else is a new issue. Sightings of unknown projects are skipped, because the project may have been
 * deleted. Each chunk is stored in full or not at all.
 */
export function createSightingRecorder(options: SightingRecorderOptions): SightingRecorder {
  const { store, clock, onIssueCreated } = options
  return {
    recordSightings: async (sightings) => {
      const known = sightings.filter(createProjectCheck(store))
      for (const [index, chunk] of chunksOf(known).entries()) {
        if (index > 0) await nextTurn()
        // Must precede all decisions: which release is newer must not depend on the order of reading.
        recordReleases(store, chunk, clock())
      }
      for (const chunk of chunksOf(known)) {
        await nextTurn()
        for (const issue of recordChunk(options, chunk, clock())) onIssueCreated?.(issue)
      }
    },
  }
}

function chunksOf(sightings: readonly Sighting[]): (readonly Sighting[])[] {
  const count = Math.ceil(sightings.length / chunkLength)
  return Array.from({ length: count }, (_, index) => sightings.slice(index * chunkLength, (index + 1) * chunkLength))
}

/** Looks up each project once. */
function createProjectCheck({ projects }: IssueStores): (sighting: Sighting) => boolean {
  const known = new Map<string, boolean>()
  return ({ organizationId, projectId }) => {
    const key = `${organizationId}:${projectId}`
    const isKnown = known.get(key) ?? projects.findById(organizationId, projectId) !== undefined
    known.set(key, isKnown)
    return isKnown
  }
}

type Recording = Pick<SightingRecorderOptions, 'store' | 'onIssueEvent'>

/** @returns the new issues. */
function recordChunk(recording: Recording, chunk: readonly Sighting[], now: number): IssueRow[] {
  const { store } = recording
  const relevant = chunk.filter((sighting) => assess(store, sighting) !== undefined)
  if (relevant.length === 0) return []
  return store.transact(() =>
    // Checked again one at a time, because the same fingerprint may occur twice in a chunk.
    relevant.flatMap((sighting) => {
      const finding = assess(store, sighting)
      if (finding === undefined) return []
      if (finding !== 'unknown') return reopenAsRegressed(recording, finding, now)
      return recordUnknown(recording, sighting, now)
    }),
  )
}

/** An issue that is not fixed, and the events that prove it. */
interface Regression {
  issue: IssueRow
  by: SightedRelease
}

/** Reads only. @returns the change to write; undefined if there is none. */
function assess(store: IssueStores, sighting: Sighting): 'unknown' | Regression | undefined {
  const issue = store.issueStates.findByFingerprint(sighting.projectId, sighting.fingerprint)
  if (issue === undefined) return isGone(store, sighting) ? undefined : 'unknown'
  const firstSeen = (release: string) => store.projectReleases.find(sighting.projectId, release)?.first_seen_at
  const by = findRegression(issue, sighting.releases, firstSeen)
  return by && { issue, by }
}

/** @returns an empty list: no issue is new. */
function reopenAsRegressed(recording: Recording, { issue, by }: Regression, now: number): [] {
  const { store } = recording
  const { release } = by
  const receivedAt = toStorableTime(by.lastReceivedAt, now)
  const details = { ...(release !== '' && { release }), received_at: toTimestamp(receivedAt) }
  applyTransition(store, issue, { move: { kind: 'regress' }, actor: systemActor, details, now })
  const after = requireIssue(store, issue.organization_id, issue.id)
  recordIssueEvent(recording, { kind: 'issue_regressed', issue: after, occurredAt: receivedAt, release, now })
  return []
}

/** @returns the new issue, if any. */
function recordUnknown(recording: Recording, sighting: Sighting, now: number): IssueRow[] {
  const { store } = recording
  const previous = findPrevious(store, sighting)
  const { projectId, fingerprint } = sighting
  const firstSeenAt = toStorableTime(sighting.firstSeenAt, now)
  const place = { project_id: projectId, fingerprint, first_seen_at: firstSeenAt }
  if (previous !== undefined) {
    const { issue_id, original_issue_id } = previous
    store.issueFingerprints.insert({ ...place, issue_id, original_issue_id })
    store.issues.noteFirstSeen(issue_id, firstSeenAt)
    const finding = assess(store, sighting)
    return finding === undefined || finding === 'unknown' ? [] : reopenAsRegressed(recording, finding, now)
  }
  makeRoomForIssue(store, projectId)
  const issue = store.issues.insert(toNewIssueRow(sighting, { firstSeenAt, now }))
  store.issueFingerprints.insert({ ...place, issue_id: issue.id, original_issue_id: issue.id })
  recordIssueEvent(recording, { kind: 'issue_created', issue, occurredAt: now, release: sighting.release, now })
  return [issue]
}

function findPrevious(
  { issueFingerprints }: IssueStores,
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

type Store = Pick<IssueStores, 'issueDeletions' | 'discardedFingerprints' | 'projectSettings'>

/**
 * True if a fingerprint without an issue must not get one: it was deleted after all of these events were received, or
 * it is discarded and these events were already in flight.
 */
function isGone(store: Store, { projectId, fingerprint, releases }: Sighting): boolean {
  const deletedAt = store.issueDeletions.findDeletedAt(projectId, fingerprint)
  if (deletedAt === undefined) return false
  if (!releases.some(({ lastReceivedAt }) => lastReceivedAt > deletedAt)) return true
  // Discarding implies deletion, so the settings of other projects need not be read.
  if (store.discardedFingerprints.find(projectId, fingerprint) === undefined) return false
  return readNewestSettings(store, projectId).settings.discarded_fingerprints.includes(fingerprint)
}
