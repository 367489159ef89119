import { limits, type IssueSort } from '@signalbox/contracts'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { IssueFilter } from '../store/issue-search.js'
import type { IssueStores } from '../store/issue-stores.js'
import { coversRetention, type RequestedRange } from './requested-range.js'
import { readIssueCounts, type CountedIssues, type CountsRequest } from './issue-counts.js'
import type { IssueSearch } from './issue-search.js'
import { rankFirst } from './first-issues.js'
import { findMostUsers } from './most-users.js'
import { findNewest } from './newest-issues.js'
import { inOrder, rankIssues } from './ranked-issues.js'

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
  const newest = sort === 'last_seen' ? await findNewestPage(dependencies, request) : undefined
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

/** @returns undefined if the recent events are of too few issues to fill the page. */
async function findNewestPage(
  { store: { issueSearch }, queryTelemetry }: Dependencies,
  request: FindRequest,
): Promise<FoundPage | undefined> {
  const filter = filterOf(request)
  const total = issueSearch.count(filter)
  const { limit, offset } = request.page
  const ids = await findNewest(Math.min(offset + limit, total), (since, groups) =>
    rankIssues({ queryTelemetry, issueSearch }, { ...request, filter, range: { since }, limit: groups }),
  )
  return ids && { ids: ids.slice(offset, offset + limit), total, isPartial: false }
}

async function findByEvents(
  dependencies: Dependencies,
  request: FindRequest,
  mayLackEvents: boolean,
): Promise<FoundPage> {
  const { issueSearch } = dependencies.store
  const matching = mayLackEvents ? issueSearch.count(filterOf(request)) : undefined
  const first = matching === undefined ? undefined : await rankFirstByEvents(dependencies, request, matching)
  const { ids: ranked, ...found } = first ?? (await rankByEvents(dependencies, request))
  const { limit, offset } = request.page
  const ids = ranked.slice(offset, offset + limit)
  // Issues of several groups, and those far down, are missing: then all are counted again, in the same intervals.
  if (ids.length === 0 || !ids.every((id) => found.counted?.counts.has(id))) delete found.counted
  if (matching === undefined) return { ...found, ids, total: ranked.length }
  const rest = { except: ranked, limit: limit - ids.length, offset: Math.max(offset - ranked.length, 0) }
  const others = rest.limit === 0 ? [] : issueSearch.page(filterOf(request), rest)
  // The counts do not cover issues without events.
  return {
    ...(others.length > 0 ? { isPartial: found.isPartial } : found),
    ids: [...ids, ...others],
    total: matching,
  }
}

/** @returns undefined if all issues must be ranked to find those up to the end of the page. */
async function rankFirstByEvents(
  { store: { issueSearch }, queryTelemetry }: Dependencies,
  request: FindRequest,
  matching: number,
): Promise<Omit<FoundPage, 'total'> | undefined> {
  const { sort, page, search } = request
  // The query service ranks issues in full only without a search for events, such as their project.
  if (search.events.length > 0 || (sort !== 'events' && sort !== 'trend' && sort !== 'users')) return undefined
  const filter = filterOf(request)
  const needed = page.offset + page.limit
  const candidates = {
    matching,
    all: issueSearch.count({ ...filter, condition: { sql: 'true', parameters: {} } }),
    merged: issueSearch.findMerged(filter, limits.issue.countedAtOnceMax + 1),
  }
  const by = sort === 'users' ? 'events' : sort
  const first = await rankFirst(needed, candidates, (limit, complete) =>
    rankIssues({ queryTelemetry, issueSearch }, { ...request, filter, sort: by, limit, complete }),
  )
  if (first === undefined) return undefined
  if (sort !== 'users') return { ids: inOrder(first.issues, needed), isPartial: false }
  const most = await findMostUsers(first, needed, (issueIds) =>
    readIssueCounts(queryTelemetry, countsRequestOf(request, issueIds)),
  )
  return most && { ...most, isPartial: false }
}

/** All issues with events that match the search, sorted at least up to the end of the page. */
async function rankByEvents(dependencies: Dependencies, request: FindRequest): Promise<Omit<FoundPage, 'total'>> {
  const { store, queryTelemetry } = dependencies
  const { search, sort, page } = request
  const needed = page.limit === 0 ? 0 : page.offset + page.limit
  // A search has to read every event in any case, users included.
  const isByUsers = sort === 'users' && !search.countsUsers && !search.needsEvents
  const rank = (by: IssueSort) =>
    rankIssues(
      { queryTelemetry, issueSearch: store.issueSearch },
      { ...request, filter: filterOf(request), sort: by, counted: needed },
    )
  const { issues, isPartial, counted } = await rank(isByUsers ? 'events' : sort)
  if (!isByUsers) return { ids: inOrder(issues, needed), isPartial, ...(counted && { counted }) }
  const most = await findMostUsers({ issues }, needed, (issueIds) =>
    readIssueCounts(queryTelemetry, countsRequestOf(request, issueIds)),
  )
  if (most !== undefined) return { ...most, isPartial }
  const byUsers = await rank('users')
  return { ids: inOrder(byUsers.issues, needed), isPartial: byUsers.isPartial }
}

/** The counts to read for each issue on the page. */
export function countsRequestOf(
  { organizationId, range, search }: FindRequest,
  issueIds: readonly string[],
): CountsRequest {
  const events = search.needsEvents ? search.events : []
  return { organizationId, issueIds, range, events, intervals: limits.issue.seriesIntervalsDefault }
}
