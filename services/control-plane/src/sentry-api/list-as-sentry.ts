import { LinkedPage, limits, type listSentryIssues, type IssueStatus, type SentryIssue } from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { listFoundIssues, type IssueListing } from '../issues/list/list-issues.js'
import { requireProjectBySlug } from '../projects/find-by-slug.js'

type Input = Pick<Parameters<RouteHandler<typeof listSentryIssues>>[0], 'caller' | 'params' | 'query'>

/** What sentry-cli calls the states of issues. */
const sentryStatusOf: Record<IssueStatus, SentryIssue['status']> = {
  unresolved: 'unresolved',
  resolved: 'resolved',
  archived: 'muted',
}

/**
 * A page of the issues of a project. Its cursor holds, between zeros, how many issues came before.
 * @throws ServiceError as `listFoundIssues`, and `not-found`.
 */
export async function listAsSentry(
  dependencies: IssueListing,
  { caller, params, query }: Input,
): Promise<LinkedPage<SentryIssue>> {
  const project = requireProjectBySlug(dependencies.store, caller.organizationId, params)
  const offset = Number(query.cursor.split(':')[1] ?? 0)
  const { issues, has_more: hasMore } = await listFoundIssues(dependencies, caller, {
    query: query.query,
    project_id: project.id,
    since: '90d',
    sort: 'last_seen',
    limit: limits.page.sizeMax,
    offset,
  })
  const listed = issues.map((issue) => ({
    // The number is that of the last part of the short id.
    id: issue.short_id.slice(issue.short_id.lastIndexOf('-') + 1),
    shortId: issue.short_id,
    title: issue.title,
    lastSeen: issue.last_seen_at ?? issue.first_seen_at,
    status: sentryStatusOf[issue.status],
    level: issue.level,
  }))
  if (!hasMore) return new LinkedPage(listed, undefined)
  const cursor = `0:${offset + issues.length}:0`
  const search = new URLSearchParams({ query: query.query, cursor })
  const path = `/api/0/projects/${encodeURIComponent(params.organization)}/${encodeURIComponent(params.project)}/issues/`
  return new LinkedPage(listed, { path: `${path}?${search.toString()}`, cursor })
}
