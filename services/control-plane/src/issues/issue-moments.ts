import type { IssueRow } from '../store/issues.js'
import type { ControlPlaneStore } from '../store/store.js'
import { recordIssueCreated, recordIssueRegressed } from '../triggers/issue-events.js'

/** What happens to an issue that others may wait for. */
export type IssueMomentKind = 'issue_created' | 'issue_regressed' | 'issue_escalated'

/** Times are Unix milliseconds. */
export interface IssueMoment {
  kind: IssueMomentKind
  /** As it is afterwards. */
  issue: IssueRow
  /** When it happened: the same issue, kind and time is the same moment. */
  occurredAt: number
  /** Of the event that brought it about; empty or left out when unknown. */
  release?: string
  now: number
}

/** Tells everybody who waits for such a moment: workflows. To be called in the transaction that notes what happened. */
export function recordIssueMoment(
  store: Pick<ControlPlaneStore, 'workflowTriggers' | 'workflowEvents' | 'projects' | 'members'>,
  { kind, issue, occurredAt, now }: IssueMoment,
): void {
  if (kind === 'issue_created') recordIssueCreated(store, issue, now)
  else recordIssueRegressed(store, issue, { cameBackAt: occurredAt, now })
}
