import { queryIssueCounts, queryIssueRanking, limits, type IssueSort, type RankedProject } from '@signalbox/contracts'
import { stringifySearch } from '@signalbox/event-search'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { IssueFilter, IssueSearchStore, OwnedFingerprint } from '../store/issue-search.js'
import { runSearchQuery, type RequestedRange } from './requested-range.js'
import type { SearchedCounts } from './count-tests.js'
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
}

export interface Ranking {
  issues: RankedIssue[]
  /** True if there were more groups of events than the limit. */
  isPartial: boolean
}

/** Returns issues that pass the filter and have matching events in the range, unsorted. */
export async function rankIssues(
  { queryTelemetry, issueSearch }: { queryTelemetry: QueryTelemetry; issueSearch: IssueSearchStore },
  request: RankingRequest,
): Promise<Ranking> {
  const { organizationId, range, search, sort, filter } = request
  const {
    projects = [],
    total,
    recent_share: recentShare,
  } = await runSearchQuery(() =>
    queryTelemetry(organizationId, queryIssueRanking, {
      ...range,
      ...(filter.projectId !== undefined && { project_id: filter.projectId }),
      ...(search.events.length > 0 && { search: stringifySearch(search.events) }),
      sort,
      users: search.countsUsers,
      by_project: true,
    }),
  )
  const issues = new Map<string, Tally>()
  for (const project of projects) {
    for (const found of issueSearch.findByFingerprints(filter, project.project_id, project.fingerprints)) {
      addGroup(issues, found, project)
    }
  }
  const tallies = [...issues.values()]
  if (search.countsUsers || sort === 'users') await countUsersOfMerged(queryTelemetry, request, tallies)
  const passed = tallies.filter((tally) => search.counts.every((test) => test(tally)))
  const returned = projects.reduce((sum, { fingerprints }) => sum + fingerprints.length, 0)
  return {
    issues: passed.map((tally) => ({ ...tally, rank: rankOf(sort, tally, recentShare) })),
    isPartial: total > returned,
  }
}

interface Tally extends Omit<RankedIssue, 'rank'> {
  /** As recorded by the control plane, Unix milliseconds. */
  firstSeenAt: number
  recentEvents: number
  /** Number of fingerprints with events in the range. */
  groups: number
}

function addGroup(issues: Map<string, Tally>, { id, position, firstSeenAt }: OwnedFingerprint, group: RankedProject) {
  let tally = issues.get(id)
  if (tally === undefined) {
    tally = { id, firstSeenAt, events: 0, recentEvents: 0, users: 0, lastMs: 0, groups: 0 }
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

/** Same ranking as the store's for groups; see `recent_events` in the contract. */
function rankOf(sort: IssueSort, tally: Tally, recentShare: number): number {
  const { events, recentEvents, users, lastMs, firstSeenAt } = tally
  if (sort === 'events') return events
  if (sort === 'users') return users
  if (sort === 'first_seen') return firstSeenAt
  if (sort === 'last_seen') return lastMs
  return (recentEvents + 1) / (((events - recentEvents) * recentShare) / (1 - recentShare) + 1)
}
