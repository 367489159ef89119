import { ServiceError } from '@signalbox/contracts'
import type { ApiCaller, IssueReference } from '@signalbox/service-kit'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import { resolveTimeWindow } from '../selection/time-window.js'
import { matchingSearch } from './event-search.js'

/** @throws ServiceError `not-found` if the organization has no such issue. */
export async function requireIssue(
  { issues }: QueryContext,
  { organizationId }: ApiCaller,
  idOrName: string,
): Promise<IssueReference> {
  const issue = await issues.findIssue(organizationId, idOrName)
  if (issue === undefined) throw new ServiceError('not-found', { detail: 'No such issue' })
  return issue
}

/** Events of the issue, across all of its fingerprints. */
export function ofIssue({ organizationId }: ApiCaller, issue: IssueReference): Filter {
  return allOf(ofOrganization(organizationId), whereEqual('project_id', issue.projectId), {
    sql: 'fingerprint IN {fingerprints:Array(String)}',
    parameters: { fingerprints: issue.fingerprints },
  })
}

/**
 * Events of a window that match a search.
 * @throws ServiceError `invalid-parameters`.
 */
export function matchingQuery(
  query: Parameters<typeof resolveTimeWindow>[0] & { search?: string | undefined },
  nowMs: number,
): Filter {
  return allOf(
    withinWindow('timestamp', resolveTimeWindow(query, nowMs)),
    matchingSearch('search', query.search, nowMs),
  )
}
