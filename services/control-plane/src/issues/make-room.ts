import { limits } from '@signalbox/contracts'
import type { IssueStores } from './store/issue-stores.js'

/**
 * Deletes an issue of a project that has as many as it may, before another is added: DSN keys are public, and whoever
 * has one can make issues. The events of the deleted issue stay; another one makes a new issue of it.
 * Call it in the transaction that adds the issue.
 */
export function makeRoomForIssue({ issueDeletions }: Pick<IssueStores, 'issueDeletions'>, projectId: string): void {
  if (issueDeletions.countIssues(projectId) < limits.issue.storedMax) return
  const id = issueDeletions.findReplaceable(projectId)
  if (id !== undefined) issueDeletions.deleteIssue(id)
}
