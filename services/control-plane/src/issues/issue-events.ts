import { recordEvent } from '../workflows/triggers/record-event.js'
import { toIssue, type IssueNames } from './issue-shape.js'
import type { IssueStores } from './store/issue-stores.js'
import type { IssueRow } from './store/issues.js'

/** What happens to an issue that others wait for. */
export type IssueEventKind = 'issue_created' | 'issue_regressed' | 'issue_escalated'

/** Times are Unix milliseconds. */
export interface IssueEvent {
  kind: IssueEventKind
  /** As it is afterwards. */
  issue: IssueRow
  /** When it happened: the same issue, kind and time is the same event. */
  occurredAt: number
  /** Of the SDK event that brought it about; those of the issue's first one when left out. */
  release?: string
  environment?: string
  now: number
}

/** Called in the transaction that records an issue event; what it throws undoes the event. */
export type IssueEventObserver = (event: IssueEvent) => void

/** What recording issue events takes. */
export interface IssueEventRecording {
  store: Pick<IssueStores, 'workflowTriggers' | 'workflowEvents'> & IssueNames
  onIssueEvent: IssueEventObserver
}

/** The kind of trigger that waits for each kind of issue event: an issue that escalates has come back as well. */
const triggerKinds = {
  issue_created: 'issue_created',
  issue_regressed: 'issue_regressed',
  issue_escalated: 'issue_regressed',
} as const satisfies Record<IssueEventKind, string>

/**
 * Passes an issue event on to workflow triggers and to the observer. The same event again changes nothing. To be called
 * in the transaction that changes the issue.
 */
export function recordIssueEvent({ store, onIssueEvent }: IssueEventRecording, event: IssueEvent): void {
  const { kind, issue, occurredAt, now } = event
  const { organization_id: organizationId, project_id, level, platform } = issue
  onIssueEvent(event)
  recordEvent(store, {
    organizationId,
    kind: triggerKinds[kind],
    key: kind === 'issue_created' ? issue.id : `${issue.id}:${occurredAt}`,
    attributes: { project_id, level, platform },
    context: { issue: toIssue(store, issue) },
    occurredAt: kind === 'issue_created' ? now : occurredAt,
    now,
  })
}
