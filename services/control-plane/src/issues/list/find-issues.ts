import { limits, type IssueSort } from '@signalbox/contracts'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { IssueFilter } from '../store/issue-search.js'
import type { IssueStores } from '../store/issue-stores.js'
import { coversRetention, type RequestedRange } from './requested-range.js'
import { readIssueCounts, type CountedIssues, type CountsRequest } from './issue-counts.js'
import type { IssueSearch } from './issue-search.js'
import { findMostUsers } from './most-users.js'
import { rankIssues, type RankedIssue } from './ranked-issues.js'

export interface FindRequest {
  organizationId: string
  projectId: string | undefined
  range: RequestedRange
  search: IssueSearch
  sort: IssueSort
  page: { limit: number; offset: number }
}

/** One page of matching issues. */
export interface FoundPage {
  ids: string[]
  /** Number of matches on all pages. */
  total: number
  /** True if issues may be missing because there were too many groups of events. */
  isPartial: boolean
  /** Counts of the issues, if they were computed to find them. */
  counted?: CountedIssues
}

interface Dependencies {
  store: IssueStores
  queryTelemetry: QueryTelemetry
}

/**
 * Finds issues by their properties in the control plane and by their events in the store. Unless the search needs
 * events, issues without events in the range follow the others, newest first.
 */
export async function findIssues(dependencies: Dependencies, request: FindRequest): Promise<FoundPage> {
  const { search, sort, range } = request
  const mayLackEvents = coversRetention(range) && !search.needsEvents && search.counts.length === 0
  if (!mayLackEvents) return findByEvents(dependencies, request, false)
  if (sort === 'first_seen' || request.page.limit === 0) return findByState(dependencies, request)
  const newest = sort === 'last_seen' ? await findNewest(dependencies, request) : undefined
  return newest ?? findByEvents(dependencies, request, true)
}

function filterOf({ organizationId, projectId, search }: FindRequest): IssueFilter {
  return { organizationId, projectId, condition: search.condition }
}

function findByState({ store: { issueSearch } }: Dependencies, request: FindRequest): FoundPage {
  const filter = filterOf(request)
  const ids = issueSearch.page(filter, { except: [], ...request.page })
  return { ids, total: issueSearch.count(filter), isPartial: false }
}

/** Windows in which to look for a page of the most recently seen issues before falling back to the entire range. */
const shortWindows = ['1h', '24h', '7d'] as const

/**
 * Issues with recent events sort before all others: if a short window yields enough of them for the page, older events
 * need not be read.
 * @returns undefined if there are not enough.
 */
async function findNewest(dependencies: Dependencies, request: FindRequest): Promise<FoundPage | undefined> {
  const { store, queryTelemetry } = dependencies
  const filter = filterOf(request)
  const total = store.issueSearch.count(filter)
  const { limit, offset } = request.page
  const needed = Math.min(offset + limit, total)
  for (const since of shortWindows) {
    const { issues } = await rankIssues(
      { queryTelemetry, issueSearch: store.issueSearch },
      { ...request, filter, range: { since } },
    )
    if (issues.length < needed) continue
    return { ids: inOrder(issues).slice(offset, offset + limit), total, isPartial: false }
  }
  return undefined
}

async function findByEvents(
  dependencies: Dependencies,
  request: FindRequest,
  mayLackEvents: boolean,
): Promise<FoundPage> {
  const { issueSearch } = dependencies.store
  const { ids: ranked, ...found } = await rankByEvents(dependencies, request)
  const { limit, offset } = request.page
  const ids = ranked.slice(offset, offset + limit)
  if (!mayLackEvents) return { ...found, ids, total: ranked.length }
  const filter = filterOf(request)
  const rest = { except: ranked, limit: limit - ids.length, offset: Math.max(offset - ranked.length, 0) }
  const others = rest.limit === 0 ? [] : issueSearch.page(filter, rest)
  // The counts do not cover issues without events.
  return {
    ...(others.length > 0 ? { isPartial: found.isPartial } : found),
    ids: [...ids, ...others],
    total: issueSearch.count(filter),
  }
}

/** All issues with events that match the search, sorted at least up to the end of the page. */
async function rankByEvents(dependencies: Dependencies, request: FindRequest): Promise<Omit<FoundPage, 'total'>> {
  const { store, queryTelemetry } = dependencies
  const { search, sort, page } = request
  const isByUsers = sort === 'users' && !search.countsUsers
  const rank = (by: IssueSort) =>
    rankIssues({ queryTelemetry, issueSearch: store.issueSearch }, { ...request, filter: filterOf(request), sort: by })
  const { issues, isPartial } = await rank(isByUsers ? 'events' : sort)
  if (!isByUsers) return { ids: inOrder(issues), isPartial }
  const needed = page.limit === 0 ? 0 : page.offset + page.limit
  const most = await findMostUsers(issues, needed, (issueIds) =>
    readIssueCounts(queryTelemetry, countsRequestOf(request, issueIds)),
  )
  if (most !== undefined) return { ...most, isPartial }
  const byUsers = await rank('users')
  return { ids: inOrder(byUsers.issues), isPartial: byUsers.isPartial }
}

/** The counts to read for each issue on the page. */
export function countsRequestOf(
  { organizationId, range, search }: FindRequest,
  issueIds: readonly string[],
): CountsRequest {
  const events = search.needsEvents ? search.events : []
  return { organizationId, issueIds, range, events, intervals: limits.issue.seriesIntervalsDefault }
}

function inOrder(issues: readonly RankedIssue[]): string[] {
  return issues.toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
}
