import { queueIssueNotices } from '../notices/queue-notices.js'
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
  /** Of the event that brought it about; those of its first event when left out. */
  release?: string
  environment?: string
  now: number
}

type MomentStore = Pick<
  ControlPlaneStore,
  'workflowTriggers' | 'workflowEvents' | 'projects' | 'members' | 'notices' | 'notificationChannels'
>

/**
 * Tells everybody who waits for such a moment: channels of notices and workflows. To be called in the transaction that
 * notes what happened.
 */
export function recordIssueMoment(store: MomentStore, moment: IssueMoment): void {
  const { kind, issue, occurredAt, now } = moment
  queueIssueNotices(store, moment)
  if (kind === 'issue_created') recordIssueCreated(store, issue, now)
  else recordIssueRegressed(store, issue, { cameBackAt: occurredAt, now })
}
