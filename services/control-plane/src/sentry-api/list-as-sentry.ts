import {
  LinkedPage,
  limits,
  placeCursor,
  readPlaceCursor,
  type IssueStatus,
  type ListedIssue,
  type listSentryIssues,
  type listSentryOrganizationIssues,
  type SentryIssue,
  type SentryOrganizationIssue,
} from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { requireOwnOrganization, slugOf } from '../identity/organization-slug.js'
import { listFoundIssues, type IssueListing } from '../issues/list/list-issues.js'
import { requireProjectBySlug } from '../projects/find-by-slug.js'

type Input = Pick<Parameters<RouteHandler<typeof listSentryIssues>>[0], 'caller' | 'params' | 'query'>
type OrganizationInput = Pick<
  Parameters<RouteHandler<typeof listSentryOrganizationIssues>>[0],
  'caller' | 'params' | 'query'
>

export interface SentryListing extends IssueListing {
  /** Base URL of the web interface. */
  publicUrl: string
}

/** sentry-cli's names for issue states. */
const sentryStatusOf: Record<IssueStatus, SentryIssue['status']> = {
  unresolved: 'unresolved',
  resolved: 'resolved',
  archived: 'muted',
}

/**
 * Returns a page of a project's issues. Its cursor contains, between zeros, the number of issues on earlier pages.
 * @throws ServiceError like `listFoundIssues`, and `not-found`.
 */
export async function listAsSentry(
  dependencies: IssueListing,
  { caller, params, query }: Input,
): Promise<LinkedPage<SentryIssue>> {
  const project = requireProjectBySlug(dependencies.store, caller.organizationId, params)
  const page = { projectId: project.id, query: query.query, limit: limits.page.sizeMax, cursor: query.cursor }
  const { issues, next } = await readPage(dependencies, caller, page)
  const path = `/api/0/projects/${encodeURIComponent(params.organization)}/${encodeURIComponent(params.project)}/issues/`
  const listed = issues.map(toSentryIssue)
  if (next === undefined) return new LinkedPage(listed, undefined)
  return new LinkedPage(listed, { path: `${path}?${searchOf({ query: query.query }, next)}`, cursor: next })
}

/** Returns a page of the issues of all projects or of one. @throws ServiceError like `listAsSentry`. */
export async function listOfOrganization(
  dependencies: SentryListing,
  { caller, params, query }: OrganizationInput,
): Promise<LinkedPage<SentryOrganizationIssue>> {
  const { store, publicUrl } = dependencies
  const { organizationId } = caller
  requireOwnOrganization(store, organizationId, params.organization)
  const named = query.project?.find((project) => project !== '-1')
  const projectId = named && requireProjectBySlug(store, organizationId, { ...params, project: named }).id
  const { issues, next } = await readPage(dependencies, caller, { ...query, projectId })
  const projects = new Map(store.projects.list(organizationId).map((project) => [project.id, project]))
  const listed = issues.map((issue) => {
    const { number = 0, name = '' } = projects.get(issue.project_id) ?? {}
    return {
      ...toSentryIssue(issue),
      id: issue.id,
      firstSeen: issue.first_seen_at,
      count: String(issue.events),
      userCount: issue.users,
      culprit: issue.culprit,
      permalink: new URL(`/issues/${issue.id}`, publicUrl).href,
      project: { id: String(number), slug: slugOf(name), name },
    }
  })
  if (next === undefined) return new LinkedPage(listed, undefined)
  const parameters = { query: query.query, limit: String(query.limit), ...(named !== undefined && { project: named }) }
  const path = `/api/0/organizations/${encodeURIComponent(params.organization)}/issues/?${searchOf(parameters, next)}`
  return new LinkedPage(listed, { path, cursor: next })
}

interface RequestedPage {
  projectId: string | undefined
  query: string
  limit: number
  cursor: string
}

/** @returns the issues and the cursor of the next page; undefined after the last. */
async function readPage(
  dependencies: IssueListing,
  caller: ApiCaller,
  { projectId, query, limit, cursor }: RequestedPage,
): Promise<{ issues: ListedIssue[]; next: string | undefined }> {
  const offset = readPlaceCursor(cursor)
  const { issues, has_more: hasMore } = await listFoundIssues(dependencies, caller, {
    query,
    ...(projectId !== undefined && { project_id: projectId }),
    since: '90d',
    sort: 'last_seen',
    limit,
    offset,
  })
  return { issues, next: hasMore ? placeCursor(offset + issues.length) : undefined }
}

function searchOf(parameters: Readonly<Record<string, string>>, cursor: string): string {
  return new URLSearchParams({ ...parameters, cursor }).toString()
}

function toSentryIssue(issue: ListedIssue): SentryIssue {
  return {
    // The number is the last part of the short id.
    id: issue.short_id.slice(issue.short_id.lastIndexOf('-') + 1),
    shortId: issue.short_id,
    title: issue.title,
    lastSeen: issue.last_seen_at ?? issue.first_seen_at,
    status: sentryStatusOf[issue.status],
    level: issue.level,
  }
}
