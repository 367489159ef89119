import { createId, dayMs, limits } from '@signalbox/contracts'
import type { IssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'
import { discardFingerprints } from './discard-fingerprints.js'
import { requireIssue } from './find-issue.js'

export interface IssuesDeletion {
  organizationId: string
  /** Case-insensitive; duplicates count once. */
  issueIds: readonly string[]
  /** True to drop later events with the same fingerprints. */
  discard: boolean
  /** Id of the API key or member. */
  keyId: string
  /** Unix milliseconds. */
  now: number
}

/** Fingerprints per deletion request to the telemetry store. */
const fingerprintsPerDeletion = 500
/** More than one deletion usually adds, so that expired entries are eventually all removed. */
const forgottenAtOnceMax = 2_000

/**
 * Deletes issues with all their data and schedules the deletion of their events; all or nothing. It covers events
 * received until now: later ones create a new issue unless they are discarded.
 * @returns the deleted issues.
 * @throws ServiceError `not-found` for an unknown issue; `conflict` if a project would discard too many fingerprints.
 */
export function deleteIssues(store: IssueStores, request: IssuesDeletion): IssueRow[] {
  const { organizationId, issueIds, discard, now } = request
  return store.transact(() => {
    const found = issueIds.map((id) => requireIssue(store, organizationId, id))
    const distinct = [...new Map(found.map((issue) => [issue.id, issue])).values()]
    const prints = new Map(distinct.map((issue) => [issue, fingerprintsOf(store, issue)]))
    if (discard) discardAll(store, prints, request)
    for (const [issue, fingerprints] of prints) deleteOne(store, { issue, fingerprints, now })
    store.issueDeletions.forgetSome(now - limits.issue.deletedFingerprintDays * dayMs, forgottenAtOnceMax)
    return distinct
  })
}

function fingerprintsOf({ issueFingerprints }: IssueStores, { id }: IssueRow): string[] {
  return issueFingerprints.list(id).map(({ fingerprint }) => fingerprint)
}

function discardAll(
  store: IssueStores,
  prints: ReadonlyMap<IssueRow, readonly string[]>,
  { keyId, now }: IssuesDeletion,
): void {
  const projectIds = new Set([...prints.keys()].map(({ project_id }) => project_id))
  for (const projectId of projectIds) {
    const ofProject = [...prints].filter(([issue]) => issue.project_id === projectId)
    const titled = ofProject.flatMap(([{ title }, fingerprints]) =>
      fingerprints.map((fingerprint) => ({ fingerprint, title })),
    )
    discardFingerprints(store, { projectId, titled, keyId, now })
  }
}

function deleteOne(
  { issueDeletions }: IssueStores,
  { issue, fingerprints, now }: { issue: IssueRow; fingerprints: readonly string[]; now: number },
): void {
  const { organization_id, project_id } = issue
  for (const fingerprint of fingerprints) issueDeletions.noteDeleted({ project_id, fingerprint, deleted_at: now })
  for (let start = 0; start < fingerprints.length; start += fingerprintsPerDeletion) {
    const chunk = JSON.stringify(fingerprints.slice(start, start + fingerprintsPerDeletion))
    issueDeletions.insertEvents({
      id: createId(now),
      organization_id,
      project_id,
      fingerprints: chunk,
      received_until: now,
    })
  }
  issueDeletions.deleteIssue(issue.id)
}
