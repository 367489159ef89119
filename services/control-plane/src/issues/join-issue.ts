import type { IssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'
import { recordActivity, type ActivityActor } from './issue-activities.js'
import { joinStates } from './issue-states.js'

/**
 * Updates the state and assignee of an issue after others joined it; see `joinStates`. An unassigned issue takes the
 * assignee of the first joined issue that has one. Call it in the transaction that moves the fingerprints.
 */
export function joinIssue(
  store: Pick<IssueStores, 'issueStates' | 'issueActivities'>,
  target: IssueRow,
  { others, actor, now }: { others: readonly IssueRow[]; actor: ActivityActor; now: number },
): void {
  const state = joinStates(target, others, now)
  if (state !== undefined) store.issueStates.setState(target.id, state)
  if (state?.status === 'unresolved') recordActivity(store, { issue: target, kind: 'unresolved', actor, now })
  const assigneeId = others.find(({ assignee_id: id }) => id !== null)?.assignee_id ?? null
  if (target.assignee_id !== null || assigneeId === null) return
  store.issueStates.assign(target.id, assigneeId)
  recordActivity(store, { issue: target, kind: 'assigned', actor, details: { assignee_id: assigneeId }, now })
}
