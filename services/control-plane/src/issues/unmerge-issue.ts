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
  /** Fingerprints to take out; duplicates count once. */
  fingerprints: readonly string[]
  actor: ActivityActor
  /** Unix milliseconds. */
  now: number
}

/** Maximum number of fingerprints named in an activity. */
const namedFingerprintsMax = 100

/** The issue that lost fingerprints, and the issues that own them now, oldest first. */
export interface Unmerged {
  issue: IssueRow
  separated: IssueRow[]
}

/**
 * Takes fingerprints out of an issue. Each returns to its original issue, or to the issue that one has since been
 * merged into, because merges persist. Fingerprints originally of this issue together become one new issue. An issue
 * that becomes independent again is unresolved, because nobody has decided about it on its own. All or nothing.
 * @throws ServiceError `not-found` for an unknown issue; `invalid-body` for fingerprints of other issues; `conflict` if
 * none would remain.
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

/** Records activities on both sides and settles the states of the issues that now own the fingerprints. */
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

/** @returns the id of the issue that each fingerprint now belongs to. */
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

/** The texts of the fingerprints' own events are not known here; the issue's texts are the closest match. */
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

/**
 * @returns the issue that the original is part of now; if that is the issue being unmerged, the original becomes
 * independent again.
 */
function openOriginal({ issues }: IssueStores, left: IssueRow, originalId: string): string {
  const found = requireIssue({ issues }, left.organization_id, originalId)
  if (found.id !== left.id) return found.id
  issues.markSeparate(originalId)
  return originalId
}

function byAge(one: IssueRow, other: IssueRow): number {
  return one.first_seen_at - other.first_seen_at || one.id.localeCompare(other.id)
}
