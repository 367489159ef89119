import { toIssue, type IssueNames } from './issue-shape.js'
import type { IssueRow } from './store/issues.js'
import type { ControlPlaneStore } from '../control-plane-store.js'
import { recordEvent } from '../workflows/triggers/record-event.js'

type Store = Pick<ControlPlaneStore, 'workflowTriggers' | 'workflowEvents'> & IssueNames

/** An issue was made. To be called in the transaction that keeps it. @param now Unix milliseconds. */
export function recordIssueCreated(store: Store, issue: IssueRow, now: number): void {
  recordEvent(store, { kind: 'issue_created', key: issue.id, ...describe(store, issue), occurredAt: now, now })
}

/**
 * An issue that was quiet, or was thought to be mended, came back. To be called by whoever finds out, in the transaction
 * that notes it.
 * @param change When it came back, and now: Unix milliseconds. The same issue and time again changes nothing.
 */
export function recordIssueRegressed(store: Store, issue: IssueRow, change: { cameBackAt: number; now: number }): void {
  const { cameBackAt, now } = change
  const key = `${issue.id}:${cameBackAt}`
  recordEvent(store, { kind: 'issue_regressed', key, ...describe(store, issue), occurredAt: cameBackAt, now })
}

function describe(store: Store, row: IssueRow) {
  const { organization_id: organizationId, project_id, level, platform } = row
  return { organizationId, attributes: { project_id, level, platform }, context: { issue: toIssue(store, row) } }
}
