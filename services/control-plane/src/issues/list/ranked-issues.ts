import {
  queryIssueCounts,
  queryIssueRanking,
  limits,
  type IssueSort,
  type RankedProject,
  trendOf,
} from '@signalbox/contracts'
import { stringifySearch } from '@signalbox/event-search'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { IssueFilter, IssueSearchStore, OwnedFingerprint } from '../store/issue-search.js'
import { runSearchQuery, type RequestedRange } from './requested-range.js'
import type { SearchedCounts } from './count-tests.js'
import { countsOfGroups, groupKeyOf } from './group-counts.js'
import type { CountedIssues } from './issue-counts.js'
import type { IssueSearch } from './issue-search.js'

/** Event data of an issue within a range. */
export interface RankedIssue extends SearchedCounts {
  id: string
  /** Sort key of the issue. */
  rank: number
}

export interface RankingRequest {
  organizationId: string
  /** Condition on the control plane's issue data. */
  filter: IssueFilter
  range: RequestedRange
  search: IssueSearch
  sort: IssueSort
  /** Number of issues, from the first, whose counts are needed if the store can read them along with the ranking. */
  counted?: number
  /** Maximum number of groups of events to consider, besides those of the `complete` issues. */
  limit?: number
  /** Issues whose groups are all considered. */
  complete?: readonly string[]
}

export interface Ranking {
  issues: RankedIssue[]
  /** No group beyond the limit ranks higher; -Infinity without a limit. */
  lowestRank: number
  /** Counts of some of the issues, if the store read them along with the ranking. */
  counted?: CountedIssues
  /** True if there were more groups of events than the limit. */
  isPartial: boolean
  /** Number of groups of events, including those beyond the limit. */
  total: number
}

/** Returns issues that pass the filter and have matching events in the range, unsorted. */
export async function rankIssues(
  { queryTelemetry, issueSearch }: { queryTelemetry: QueryTelemetry; issueSearch: IssueSearchStore },
  request: RankingRequest,
): Promise<Ranking> {
  const { organizationId, range, search, sort, filter } = request
  const answer = await runSearchQuery(() =>
    queryTelemetry(organizationId, queryIssueRanking, {
      ...range,
      ...(filter.projectId !== undefined && { project_id: filter.projectId }),
      ...(search.events.length > 0 && { search: stringifySearch(search.events) }),
      sort,
      users: search.countsUsers,
      by_project: true,
      ...countedGroupsOf(request),
      ...(request.limit !== undefined && { limit: request.limit }),
      ...(request.complete !== undefined && { issue_id: [...request.complete] }),
    }),
  )
  const { projects = [], total, recent_share: recentShare } = answer
  const issues = new Map<string, Tally>()
  for (const project of projects) {
    for (const found of issueSearch.findByFingerprints(filter, project.project_id, project.fingerprints)) {
      addGroup(issues, found, project)
    }
  }
  const tallies = [...issues.values()]
  if (search.countsUsers || sort === 'users') await countUsersOfMerged(queryTelemetry, request, tallies)
  const passed = tallies.filter((tally) => search.counts.every((test) => test(tally)))
  for (const tally of passed) tally.rank = rankOf(sort, tally, recentShare)
  const isPartial = total > projects.reduce((count, { fingerprints }) => count + fingerprints.length, 0)
  const single = isPartial ? [] : tallies.filter(({ groups }) => groups === 1)
  return {
    issues: passed,
    isPartial,
    total,
    lowestRank:
      request.limit === undefined ? -Infinity : lowestRank(projects, { sort, recentShare, limit: request.limit }),
    ...(answer.counted && { counted: countsOfGroups(answer.counted, single) }),
  }
}

/** Some of the first groups belong to issues that the filter excludes, hence twice as many. */
function countedGroupsOf({ search, counted = 0 }: RankingRequest): { counted?: number; intervals?: number } {
  if (!search.needsEvents || counted === 0) return {}
  return {
    counted: Math.min(2 * counted, limits.issue.countedAtOnceMax),
    intervals: limits.issue.seriesIntervalsDefault,
  }
}

/** What issues are ranked by. */
interface RankedTally extends SearchedCounts {
  /** As recorded by the control plane, Unix milliseconds. */
  firstSeenAt: number
  recentEvents: number
}

interface Tally extends RankedIssue, RankedTally {
  /** Number of fingerprints with events in the range, and the first of them. */
  groups: number
  groupKey: string
}

function addGroup(issues: Map<string, Tally>, { id, position, firstSeenAt }: OwnedFingerprint, group: RankedProject) {
  let tally = issues.get(id)
  if (tally === undefined) {
    const groupKey = groupKeyOf(group.project_id, group.fingerprints[position] ?? '')
    tally = { id, firstSeenAt, events: 0, recentEvents: 0, users: 0, lastMs: 0, rank: 0, groups: 0, groupKey }
    issues.set(id, tally)
  }
  tally.events += group.events[position] ?? 0
  tally.recentEvents += group.recent_events[position] ?? 0
  // Lower bound for several groups: the largest group's users.
  tally.users = Math.max(tally.users, group.users[position] ?? 0)
  tally.lastMs = Math.max(tally.lastMs, group.last_seen_ms[position] ?? 0)
  tally.groups += 1
}

/** Several groups may have the same users, so merged issues are counted again across all of their groups. */
async function countUsersOfMerged(
  queryTelemetry: QueryTelemetry,
  request: RankingRequest,
  tallies: readonly Tally[],
): Promise<void> {
  const merged = tallies.filter(({ groups }) => groups > 1).sort((a, b) => b.users - a.users)
  const counted = new Map(merged.slice(0, limits.issue.recountedMax).map((tally) => [tally.id, tally]))
  const ids = [...counted.keys()]
  for (let start = 0; start < ids.length; start += limits.issue.countedAtOnceMax) {
    const { issues } = await queryTelemetry(request.organizationId, queryIssueCounts, {
      ...request.range,
      issue_id: ids.slice(start, start + limits.issue.countedAtOnceMax),
      ...(request.search.events.length > 0 && { search: stringifySearch(request.search.events) }),
      intervals: 1,
    })
    for (const { issue_id: id, users } of issues) {
      const tally = counted.get(id)
      if (tally !== undefined) tally.users = users
    }
  }
}

/** Issues that no group beyond the limit can be of, or raise: their rank is final. */
export function rankedInFull({ issues, isPartial, lowestRank: lowest }: Ranking): readonly RankedIssue[] {
  return isPartial ? issues.filter(({ rank }) => rank > lowest) : issues
}

/** Issue ids by rank, highest first, ties by id; sorted at least up to `needed`. */
export function inOrder(issues: readonly RankedIssue[], needed = issues.length): string[] {
  const lowest = nthHighest(
    Float64Array.from(issues, ({ rank }) => rank),
    needed,
  )
  const first = issues.filter(({ rank }) => rank >= lowest)
  first.sort((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1))
  const rest = first.length === issues.length ? [] : issues.filter(({ rank }) => rank < lowest)
  return [...first, ...rest].map(({ id }) => id)
}

/** The rank of the last group within the limit. Groups of complete issues may rank lower. */
function lowestRank(
  projects: readonly RankedProject[],
  { sort, recentShare, limit }: { sort: IssueSort; recentShare: number; limit: number },
): number {
  const ranks = projects.flatMap(({ events, recent_events: recent, users, last_seen_ms: newest }) =>
    events.map((count, place) => {
      const group = {
        events: count,
        recentEvents: recent[place] ?? 0,
        users: users[place] ?? 0,
        lastMs: newest[place] ?? 0,
      }
      return rankOf(sort, { ...group, firstSeenAt: 0 }, recentShare)
    }),
  )
  return nthHighest(Float64Array.from(ranks), limit)
}

/** Sorting numbers alone takes a tenth of the time of sorting issues. */
function nthHighest(numbers: Float64Array, position: number): number {
  const ascending = numbers.toSorted()
  return position === 0 ? Infinity : (ascending[ascending.length - position] ?? -Infinity)
}

/** Same ranking as the store's for groups; see `recent_events` in the contract. */
function rankOf(sort: IssueSort, tally: RankedTally, recentShare: number): number {
  const { events, users, lastMs, firstSeenAt } = tally
  if (sort === 'events') return events
  if (sort === 'users') return users
  if (sort === 'first_seen') return firstSeenAt
  if (sort === 'last_seen') return lastMs
  return trendOf(tally, recentShare)
}
