import {
  type changeSentryIssues,
  type IssueChange,
  type IssueStatus,
  limits,
  ServiceError,
  toTimestamp,
} from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { changeIssues } from '../issues/change-issues.js'
import { actorOf } from '../issues/issue-activities.js'
import type { IssueListing } from '../issues/list/list-issues.js'
import type { IssueFilter } from '../issues/store/issue-search.js'
import { requireProjectBySlug } from '../projects/find-by-slug.js'

type Input = Pick<Parameters<RouteHandler<typeof changeSentryIssues>>[0], 'caller' | 'params' | 'query' | 'body'>
type Words = NonNullable<Input['query']['status']>

const statusOf: Record<Words, IssueStatus> = {
  resolved: 'resolved',
  unresolved: 'unresolved',
  muted: 'archived',
  ignored: 'archived',
}

/**
 * Changes the issues with the given numbers, or all issues of a project that do not have the state yet.
 * @throws ServiceError `not-found` for an unknown project or number; otherwise like `changeIssues`.
 */
export function changeListedIssues({ store, clock }: Pick<IssueListing, 'store' | 'clock'>, input: Input) {
  const { caller, params, query, body } = input
  const { organizationId } = caller
  const now = clock()
  const project = requireProjectBySlug(store, organizationId, params)
  const scope = { organizationId, projectId: project.id }
  const change = toChange(body, now)
  const ids =
    query.id === undefined
      ? selectIds(store, scope, { change, status: query.status })
      : namedIds(store, scope, query.id)
  if (ids.length > 0) changeIssues(store, { organizationId, issueIds: ids, change, actor: actorOf(caller), now })
  return { status: body.status, changed: ids.length }
}

function toChange({ status, snoozeDuration: minutes }: Input['body'], now: number): IssueChange {
  if (status === 'resolvedInNextRelease') return { status: 'resolved', resolve_in: 'next_release' }
  if (statusOf[status] !== 'archived') return { status: statusOf[status] }
  if (minutes === undefined || minutes === null) return { status: 'archived', archive_until: 'forever' }
  return { status: 'archived', archive_until: 'time', until_time: toTimestamp(now + minutes * 60_000) }
}

type Scope = Pick<IssueFilter, 'organizationId'> & { projectId: string }
type Store = IssueListing['store']

function namedIds({ issues }: Store, { organizationId, projectId }: Scope, numbers: readonly string[]): string[] {
  return numbers.map((number) => {
    const issue = issues.findByNumber(organizationId, projectId, Number(number))
    if (issue === undefined) throw new ServiceError('not-found', { detail: `No such issue in the project: ${number}` })
    return issue.id
  })
}

function selectIds(
  { issueSearch }: Store,
  scope: Scope,
  { change, status }: { change: IssueChange; status: Words | undefined },
): string[] {
  const parameters = { target: change.status ?? '', status: status === undefined ? '' : statusOf[status] }
  const sql = "issues.status <> @target AND (@status = '' OR issues.status = @status)"
  const page = { except: [], limit: limits.issue.changedAtOnceMax, offset: 0 }
  return issueSearch.page({ ...scope, condition: { sql, parameters } }, page)
}
