import { createId, ServiceError } from '@signalbox/contracts'
import type { IssueFingerprintRow } from './store/issue-fingerprints.js'
import type { IssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'
import { applyTransition } from './change-issues.js'
import { requireIssue } from './find-issue.js'
import { recordActivity, type ActivityActor } from './issue-activities.js'
import { joinIssue } from './join-issue.js'

export interface UnmergeRequest {
  organizationId: string
  issueId: string
  /** Fingerprints that leave; naming one twice is naming it once. */
  fingerprints: readonly string[]
  actor: ActivityActor
  /** Unix milliseconds. */
  now: number
}

/** Fingerprints that an activity names. */
const namedFingerprintsMax = 100

/** An issue that fingerprints left, and the issues that they belong to now, the oldest first. */
export interface Unmerged {
  issue: IssueRow
  separated: IssueRow[]
}

/**
 * Takes fingerprints out of an issue. Each returns to the issue it came from: to the one which that became part of,
 * when it was merged elsewhere since, for merges hold. Those that have always been of this issue become one new issue
 * together. An issue that is one of its own again is unresolved, for nobody has said anything else of it by itself. All
 * of it or nothing.
 * @throws ServiceError `not-found` for an unknown issue, `invalid-body` for fingerprints that are not of it, `conflict`
 *   when none would stay.
 */
export function unmergeIssue(store: IssueStores, request: UnmergeRequest): Unmerged {
  const { organizationId, issueId, fingerprints, now } = request
  return store.transact(() => {
    const issue = requireIssue(store, organizationId, issueId)
    const leaving = chooseLeaving(store.issueFingerprints.list(issue.id), fingerprints)
    const targetIds = [...new Set(moveAll(store, { issue, leaving, now }))]
    for (const id of [issue.id, ...targetIds]) store.issues.refreshFirstSeen(id)
    settleAll(store, { issue, targetIds, request })
    const read = (id: string) => requireIssue(store, organizationId, id)
    return { issue: read(issue.id), separated: targetIds.map(read).sort(byAge) }
  })
}

/** Activities on both sides, and the states of the issues that the fingerprints belong to now. */
function settleAll(
  store: IssueStores,
  { issue, targetIds, request }: { issue: IssueRow; targetIds: readonly string[]; request: UnmergeRequest },
): void {
  const { actor, now, fingerprints } = request
  const named = { fingerprints: fingerprints.slice(0, namedFingerprintsMax) }
  const record = (one: IssueRow, issueIds: readonly string[]) => {
    const details = { ...named, issue_ids: [...issueIds] }
    recordActivity(store, { issue: one, kind: 'unmerged', actor, details, now })
  }
  record(issue, targetIds)
  for (const id of targetIds) {
    const target = requireIssue(store, issue.organization_id, id)
    record(target, [issue.id])
    const isAlone = store.issueFingerprints.list(id).every((known) => fingerprints.includes(known.fingerprint))
    if (isAlone) applyTransition(store, target, { move: { kind: 'unresolve' }, actor, now })
    else joinIssue(store, target, { others: [{ ...issue, assignee_id: null }], actor, now })
  }
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
    throw new ServiceError('conflict', { detail: 'The last fingerprint of an issue cannot be moved' })
  }
  return known.filter(({ fingerprint }) => named.has(fingerprint))
}

/** @returns the id of the issue that each belongs to now. */
function moveAll(
  store: IssueStores,
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
function insertCopy({ issues }: IssueStores, issue: IssueRow, now: number): string {
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
function openOriginal({ issues }: IssueStores, left: IssueRow, originalId: string): string {
  const found = requireIssue({ issues }, left.organization_id, originalId)
  if (found.id !== left.id) return found.id
  issues.markSeparate(originalId)
  return originalId
}

function byAge(one: IssueRow, other: IssueRow): number {
  return one.first_seen_at - other.first_seen_at || one.id.localeCompare(other.id)
}
