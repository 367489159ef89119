import { ServiceError } from '@signalbox/contracts'
import type { IssueRow } from '../store/issues.js'
import type { ControlPlaneStore } from '../store/store.js'

/** @param id In any case. A merged issue's id finds the issue it became part of. @throws ServiceError `not-found`. */
export function requireIssue(
  { issues }: Pick<ControlPlaneStore, 'issues'>,
  organizationId: string,
  id: string,
): IssueRow {
  const issue = issues.find(organizationId, id.toLowerCase())
  if (issue === undefined) throw new ServiceError('not-found', { detail: `There is no issue ${id}` })
  return issue
}
