import {
  dayMs,
  hourMs,
  limits,
  type IssueSort,
  type queryIssueRanking,
  type RankedGroup,
  type RankedProject,
} from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { Filter } from '../selection/filter.js'
import { findSettled, settledUntil } from '../memory/settled-days.js'
import type { QueryContext } from '../reading/query-context.js'
import type { IssueContext } from './issue-memory.js'
import { groupsOf, sourcesOf, type GroupSelection, type Source } from './ranking-sources.js'
import { addGroups, hasTooMany, recallRanking } from './remembered-ranking.js'
import { rankSearched } from './remembered-search.js'
import { resolveScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'
import { takeFirstGroups, type FirstGroups } from './first-groups.js'
import { groupCountsOf, toCountedGroups, type CountedRow, type GroupCounts } from './counted-groups.js'
import { matchingSearch } from './event-search.js'
import { countUsers } from './user-sets.js'

type Query = Parameters<RouteHandler<typeof queryIssueRanking>>[0]['query']

interface StoredGroup {
  projectId: string
  fingerprint: string
  events: number
  recentEvents: number
  users: number
  firstMs: number
  lastMs: number
  total: number
}

/** Start of the last part of a window, and its share of the window. */
interface RecentPart {
  startMs: number
  share: number
}

/** Groups by project and fingerprint, ranked; ties by project and fingerprint. */
export async function rankIssues(context: IssueContext, caller: ApiCaller, query: Query) {
  const window = resolveTimeWindow(query, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const search = matchingSearch('search', query.search, context.clock())
  const counts = query.by_project && search !== undefined ? groupCountsOf(window, query) : undefined
  const withUsers = query.users || query.sort === 'users' || counts !== undefined
  const recent = recentPartOf(window)
  const isRecentSeparate = !query.by_project || query.sort === 'trend'
  const recentMs = isRecentSeparate ? Math.max(recent.startMs, window.startMs) : undefined
  // The users of all groups are too many to remember, unless a search leaves few.
  const isRemembered = query.by_project && (search === undefined ? !withUsers : counts !== undefined)
  const selection = { search, withUsers, recentMs, counts, settledUntilMs: undefined }
  const divisions = (isRemembered ? settledUntil(context.clock()) : []).map((settledUntilMs) =>
    sourcesOf(scope.window, { ...selection, settledUntilMs }),
  )
  const unsettled = sourcesOf(scope.window, selection)
  const group = (some: readonly Source[]) => groupsOf(scope, selection, some)
  const { sort } = query
  const { share: recentShare } = recent
  const cutBy = query.by_project && search === undefined && isCutSort(sort) ? sort : undefined
  const order = { sort, limit: cutBy === undefined ? query.limit : limits.issue.rankedGroupsMax, recentShare }
  const rank = (groups: Filter) => rankedOf(groups, { ...order, selection })
  const shown = { recent_start: new Date(recent.startMs).toISOString(), recent_share: recentShare }
  if (!query.by_project) return { ...(await readGroups(context, rank(group(unsettled)), withUsers)), ...shown }
  const { organizationId } = caller
  const answer =
    (await rankWithSettledDays(context, { ...order, organizationId, divisions, group, rank, counts })) ??
    (await readByProject(context, rank(group(unsettled)), selection))
  if (cutBy === undefined || answer.total <= query.limit) return { ...answer, ...shown }
  const kept = await context.issues.findIssues(organizationId, query.issue_id ?? [])
  const first = { sort: cutBy, recentShare, limit: query.limit, issues: [...kept.values()] }
  return { ...answer, projects: takeFirstGroups(answer.projects, first), ...shown }
}

/**
 * Sort orders whose groups are read in full and cut afterwards: their settled days are remembered, and some issues may be
 * kept whatever their rank. The newest groups are found in the recent days, and the store ranks them faster.
 */
function isCutSort(sort: IssueSort): sort is FirstGroups['sort'] {
  return sort === 'events' || sort === 'trend'
}

function rankedOf(
  groups: Filter,
  { sort, limit, recentShare, selection: { withUsers, counts } }: RankingOrder & { selection: GroupSelection },
): Filter {
  return {
    sql: `
      SELECT project_id AS projectId, fingerprint, sum(quantity) AS events,
        sumIf(quantity, isRecent = 1) AS recentEvents,
        ${withUsers ? countUsers('userSet') : '0'} AS users,
        toUnixTimestamp64Milli(min(earliest)) AS firstMs, toUnixTimestamp64Milli(max(latest)) AS lastMs,
        count() OVER () AS total${counts?.ofRanked(rankBy[sort]) ?? ''}
      FROM (${groups.sql})
      GROUP BY projectId, fingerprint
      ORDER BY ${rankBy[sort]} DESC, projectId, fingerprint
      LIMIT {limit:UInt32}`,
    parameters: { ...groups.parameters, limit, ...(sort === 'trend' && { recentShare }) },
  }
}

/**
 * Ranks by project, with settled days from memory if possible.
 * @returns undefined if settled days can't be told apart or have just changed, or if there are more groups than the limit, which only the store can rank.
 */
async function rankWithSettledDays(context: IssueContext, parts: RankingParts) {
  const { organizationId, divisions, group, rank, counts, sort, recentShare, limit } = parts
  const found = await findSettled({ store: context.store, marks: context.issueMemory.marks }, divisions, (sources) => {
    const days = settledOf(sources)?.range
    return days && { events: days }
  })
  const settled = found && settledOf(found.division)
  if (found === undefined || settled === undefined) return undefined
  const { division, mark } = found
  const groups = group([settled])
  const recent = group(division.filter(({ isSettled }) => !isSettled))
  if (counts !== undefined) {
    return rankSearched(context, {
      organizationId,
      settled: groups,
      rest: recent,
      mark,
      counts,
      sort,
      recentShare,
      limit,
    })
  }
  const read = async (some: Filter) => {
    const { projects, total } = await readByProject(context, rank(some), { withUsers: false, counts: undefined })
    return total > limit ? 'too many' : projects
  }
  if (hasTooMany(context, { organizationId, groups, limit })) return undefined
  const [days, rest] = await Promise.all([
    recallRanking(context, { organizationId, groups, limit, mark, read: () => read(groups) }),
    read(recent),
  ])
  if (days === 'too many' || rest === 'too many') return undefined
  const projects = addGroups(days, rest)
  const total = projects.reduce((sum, { fingerprints }) => sum + fingerprints.length, 0)
  return total > limit ? undefined : { groups: [], projects, total }
}

/** A trend over a few weeks may read settled days in both parts of the range; then, none are remembered. */
function settledOf(sources: readonly Source[]): Source | undefined {
  const [settled, ...others] = sources.filter(({ isSettled }) => isSettled)
  return others.length === 0 ? settled : undefined
}

interface RankingOrder {
  sort: IssueSort
  recentShare: number
  limit: number
}

interface RankingParts extends RankingOrder {
  organizationId: string
  /** The sources, for each start of the days that aren't settled. */
  divisions: readonly (readonly Source[])[]
  /** The groups of some sources, not ranked. */
  group: (some: readonly Source[]) => Filter
  /** Ranks them. */
  rank: (groups: Filter) => Filter
  counts: GroupCounts | undefined
}

async function readGroups({ store }: QueryContext, ranked: Filter, withUsers: boolean) {
  const rows = await store.read<StoredGroup>({ name: 'issueRanking', ...ranked })
  return { groups: rows.map((row) => toGroup(row, withUsers)), total: rows[0]?.total ?? 0 }
}

async function readByProject(
  { store }: QueryContext,
  ranked: Filter,
  { withUsers, counts }: Pick<GroupSelection, 'withUsers' | 'counts'>,
) {
  const rows = await store.read<RankedProject & { total: number; counted?: CountedRow[] }>({
    name: 'issueRankingByProject',
    sql: `
      SELECT projectId AS project_id, groupArray(fingerprint) AS fingerprints, groupArray(events) AS events,
        groupArray(recentEvents) AS recent_events, ${withUsers ? 'groupArray(users)' : '[]'} AS users,
        groupArray(lastMs) AS last_seen_ms, any(total) AS total${counts?.ofProjects ?? ''}
      FROM (${ranked.sql})
      GROUP BY projectId`,
    parameters: { ...ranked.parameters, ...counts?.parameters },
  })
  return {
    groups: [],
    projects: rows.map(({ total: _, counted: __, ...project }) => project),
    ...(counts && { counted: toCountedGroups(rows, counts.intervals) }),
    total: rows[0]?.total ?? 0,
  }
}

// As `trendOf` computes it.
const trend = `
  (recentEvents + 1) / ((events - recentEvents) * {recentShare:Float64} / (1 - {recentShare:Float64}) + 1)`

const rankBy: Record<IssueSort, string> = {
  last_seen: 'lastMs',
  first_seen: 'firstMs',
  events: 'events',
  users: 'users',
  trend,
}

/** From this length, the last seventh starts on a full day. */
const longMs = 28 * dayMs

/** The last seventh, from the start of its first day or hour, so that the store's sums needn't be split. */
function recentPartOf({ startMs, endMs }: TimeWindow): RecentPart {
  const lengthMs = endMs - startMs
  const unit = lengthMs >= longMs ? dayMs : lengthMs >= 7 * hourMs ? hourMs : 1_000
  const recentMs = Math.floor((endMs - lengthMs / 7) / unit) * unit
  return { startMs: recentMs, share: Math.min((endMs - recentMs) / Math.max(lengthMs, 1), 0.9) }
}

function toGroup(row: StoredGroup, withUsers: boolean): RankedGroup {
  return {
    project_id: row.projectId,
    fingerprint: row.fingerprint,
    events: row.events,
    recent_events: row.recentEvents,
    users: withUsers ? row.users : null,
    first_seen_at: new Date(row.firstMs).toISOString(),
    last_seen_at: new Date(row.lastMs).toISOString(),
  }
}
