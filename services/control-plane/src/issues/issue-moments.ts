import { queueIssueNotices } from '../notifications/notices/queue-notices.js'
import type { ControlPlaneStore } from '../control-plane-store.js'
import { recordIssueCreated, recordIssueRegressed } from './issue-events.js'
import type { IssueMoment } from './issue-moment.js'

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
