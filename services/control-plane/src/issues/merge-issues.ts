import { limits, ServiceError } from '@signalbox/contracts'
import type { IssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'
import { requireIssue } from './find-issue.js'
import { recordActivity, type ActivityActor } from './issue-activities.js'
import { joinIssue } from './join-issue.js'

export interface MergeRequest {
  organizationId: string
  /** The issue that the others are merged into. */
  issueId: string
  /** Issues to merge. Those already merged into it, and the issue itself, are ignored. */
  issueIds: readonly string[]
  actor: ActivityActor
  /** Unix milliseconds. */
  now: number
}

/**
 * Merges issues into another: their fingerprints move, and later events follow. `joinIssue` determines the resulting
 * state and assignee. All or nothing.
 * @returns the issue after the merge.
 * @throws ServiceError `not-found` for an unknown issue; `invalid-body` for an issue of another project; `conflict` if
 * the issue would have too many fingerprints.
 */
export function mergeIssues(store: IssueStores, request: MergeRequest): IssueRow {
  const { organizationId, issueId, issueIds } = request
  return store.transact(() => {
    const target = requireIssue(store, organizationId, issueId)
    const sources = issueIds.map((id) => requireIssue(store, organizationId, id))
    refuseOtherProjects(target, sources)
    const others = [...new Map(sources.map((issue) => [issue.id, issue])).values()].filter(({ id }) => id !== target.id)
    refuseTooMany(store, [target.id, ...others.map(({ id }) => id)])
    if (others.length > 0) mergeAll(store, { target, others, request })
    return requireIssue(store, organizationId, target.id)
  })
}

function mergeAll(
  store: IssueStores,
  { target, others, request }: { target: IssueRow; others: readonly IssueRow[]; request: MergeRequest },
): void {
  const { actor, now } = request
  for (const { id } of others) {
    store.issueFingerprints.moveAll(id, target.id)
    store.issues.markMerged(id, target.id)
  }
  store.issues.refreshFirstSeen(target.id)
  const details = { issue_ids: others.map(({ id }) => id) }
  recordActivity(store, { issue: target, kind: 'merged', actor, details, now })
  joinIssue(store, target, { others, actor, now })
}

function refuseOtherProjects(target: IssueRow, sources: readonly IssueRow[]): void {
  const faults = sources.flatMap(({ project_id }, index) =>
    project_id === target.project_id
      ? []
      : [{ in: 'body' as const, name: `/issue_ids/${index}`, detail: 'must be an issue of the same project' }],
  )
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function refuseTooMany({ issueFingerprints }: IssueStores, issueIds: readonly string[]): void {
  const count = issueIds.reduce((sum, id) => sum + issueFingerprints.count(id), 0)
  if (issueIds.length === 1 || count <= limits.issue.fingerprintsMax) return
  throw new ServiceError('conflict', {
    detail: `The issue would have ${count} fingerprints; the limit is ${limits.issue.fingerprintsMax}`,
  })
}
