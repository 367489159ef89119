import type { ControlPlaneStore } from '../../src/control-plane-store.js'
import type { IssueEventRecording } from '../../src/issues/issue-events.js'
import { queueIssueNotices } from '../../src/notifications/notices/queue-notices.js'

/** Records issue events like the control plane: with notices to the channels that want them. */
export function recordingOf(store: ControlPlaneStore): IssueEventRecording & { store: ControlPlaneStore } {
  const onIssueEvent: IssueEventRecording['onIssueEvent'] = (event) => {
    queueIssueNotices(store, event)
  }
  return { store, onIssueEvent }
}
