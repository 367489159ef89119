import { recordEvent } from '../workflows/triggers/record-event.js'
import { toIssue, type IssueNames } from './issue-shape.js'
import type { IssueStores } from './store/issue-stores.js'
import type { IssueRow } from './store/issues.js'

/** Issue events that trigger alerts and workflows. */
export type IssueEventKind = 'issue_created' | 'issue_regressed' | 'issue_escalated'

/** Times are Unix milliseconds. */
export interface IssueEvent {
  kind: IssueEventKind
  /** The issue after the event. */
  issue: IssueRow
  /** When it happened. Issue, kind and time together identify the event. */
  occurredAt: number
  /** Release of the SDK event that caused it. Default: that of the issue's first event. */
  release?: string
  environment?: string
  now: number
}

/** Called in the transaction that records an issue event; if it throws, the event is rolled back. */
export type IssueEventObserver = (event: IssueEvent) => void

/** Dependencies of recording issue events. */
export interface IssueEventRecording {
  store: Pick<IssueStores, 'workflowTriggers' | 'workflowEvents'> & IssueNames
  onIssueEvent: IssueEventObserver
}

/** Trigger kind for each kind of issue event; an escalated issue counts as regressed as well. */
const triggerKinds = {
  issue_created: 'issue_created',
  issue_regressed: 'issue_regressed',
  issue_escalated: 'issue_regressed',
} as const satisfies Record<IssueEventKind, string>

/**
 * Passes an issue event to workflow triggers and to the observer. Repeated events are no-ops. Call it in the
 * transaction that changes the issue.
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
