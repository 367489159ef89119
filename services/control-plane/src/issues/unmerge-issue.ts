import { createId, ServiceError } from '@signalbox/contracts'
import type { IssueFingerprintRow } from '../store/issue-fingerprints.js'
import type { IssueRow } from '../store/issues.js'
import type { ControlPlaneStore } from '../store/store.js'
import { requireIssue } from './find-issue.js'

export interface UnmergeRequest {
  organizationId: string
  issueId: string
  /** Fingerprints that leave; naming one twice is naming it once. */
  fingerprints: readonly string[]
  /** Unix milliseconds. */
  now: number
}

/** An issue that fingerprints left, and the issues that they belong to now, the oldest first. */
export interface Unmerged {
  issue: IssueRow
  separated: IssueRow[]
}

/**
 * Takes fingerprints out of an issue. Each returns to the issue it came from: to the one which that became part of,
 * when it was merged elsewhere since, for merges hold. Those that have always been of this issue become one new issue
 * together. All of it or nothing.
 * @throws ServiceError `not-found` for an unknown issue, `invalid-body` for fingerprints that are not of it, `conflict`
 *   when none would stay.
 */
export function unmergeIssue(store: ControlPlaneStore, request: UnmergeRequest): Unmerged {
  const { organizationId, issueId, now } = request
  return store.transact(() => {
    const issue = requireIssue(store, organizationId, issueId)
    const leaving = chooseLeaving(store.issueFingerprints.list(issue.id), request.fingerprints)
    const targetIds = new Set(moveAll(store, { issue, leaving, now }))
    for (const id of [issue.id, ...targetIds]) store.issues.refreshFirstSeen(id)
    const read = (id: string) => requireIssue(store, organizationId, id)
    return { issue: read(issue.id), separated: [...targetIds].map(read).sort(byAge) }
  })
}

function chooseLeaving(
  known: readonly IssueFingerprintRow[],
  fingerprints: readonly string[],
): readonly IssueFingerprintRow[] {
  const byFingerprint = new Map(known.map((row) => [row.fingerprint, row]))
  const faults = fingerprints.flatMap((fingerprint, index) =>
    byFingerprint.has(fingerprint)
      ? []
      : [{ in: 'body' as const, name: `/fingerprints/${index}`, detail: 'must be a fingerprint of this issue' }],
  )
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
  const named = new Set(fingerprints)
  if (named.size === known.length) {
    throw new ServiceError('conflict', { detail: 'The last fingerprint of an issue cannot leave it' })
  }
  return known.filter(({ fingerprint }) => named.has(fingerprint))
}

/** @returns the id of the issue that each belongs to now. */
function moveAll(
  store: ControlPlaneStore,
  { issue, leaving, now }: { issue: IssueRow; leaving: readonly IssueFingerprintRow[]; now: number },
): string[] {
  const hasOwn = leaving.some(({ original_issue_id }) => original_issue_id === issue.id)
  const newIssueId = hasOwn ? insertCopy(store, issue, now) : undefined
  return leaving.map((row) => {
    const isOwn = row.original_issue_id === issue.id
    const originalId = isOwn && newIssueId !== undefined ? newIssueId : row.original_issue_id
    const targetId = openOriginal(store, issue, originalId)
    store.issueFingerprints.move({ ...row, issue_id: targetId, original_issue_id: originalId })
    return targetId
  })
}

/** What the texts of the fingerprints' own events were is not known here: those of the issue are the nearest. */
function insertCopy({ issues }: ControlPlaneStore, issue: IssueRow, now: number): string {
  const id = createId(now)
  const { organization_id, project_id, title, culprit, level, platform, first_seen_at } = issue
  const texts = { title, culprit, level, platform, first_release: issue.first_release }
  issues.insert({
    id,
    organization_id,
    project_id,
    ...texts,
    first_environment: issue.first_environment,
    first_seen_at,
    created_at: now,
    merged_into: null,
  })
  return id
}

/** @returns where the original issue is now; when that is the issue that is left, it is made one of its own again. */
function openOriginal({ issues }: ControlPlaneStore, left: IssueRow, originalId: string): string {
  const found = requireIssue({ issues }, left.organization_id, originalId)
  if (found.id !== left.id) return found.id
  issues.markSeparate(originalId)
  return originalId
}

function byAge(one: IssueRow, other: IssueRow): number {
  return one.first_seen_at - other.first_seen_at || one.id.localeCompare(other.id)
}
