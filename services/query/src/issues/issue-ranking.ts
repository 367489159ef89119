import {
  dayMs,
  hourMs,
  type IssueSort,
  type queryIssueRanking,
  type RankedGroup,
  type RankedProject,
} from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { allOf, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, ofProject, resolveScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'
import { divideWindow, withinMoments } from '../selection/whole-days.js'
import { groupCountsOf, toCountedGroups, type CountedRow, type GroupCounts } from './counted-groups.js'
import { matchingSearch } from './event-search.js'
import { countUsers, userSetSql } from './user-sets.js'

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
export async function rankIssues(context: QueryContext, caller: ApiCaller, query: Query) {
  const window = resolveTimeWindow(query, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const search = matchingSearch('search', query.search, context.clock())
  const counts = query.by_project && search !== undefined ? groupCountsOf(window, query) : undefined
  const withUsers = query.users || query.sort === 'users' || counts !== undefined
  const recent = recentPartOf(window)
  const isRecentSeparate = !query.by_project || query.sort === 'trend'
  const recentMs = isRecentSeparate ? Math.max(recent.startMs, window.startMs) : undefined
  const source = groupsOf(scope, { search, withUsers, recentMs, counts })
  const ranked: Filter = {
    sql: `
      SELECT project_id AS projectId, fingerprint, sum(quantity) AS events,
        sumIf(quantity, isRecent = 1) AS recentEvents,
        ${withUsers ? countUsers('userSet') : '0'} AS users,
        toUnixTimestamp64Milli(min(earliest)) AS firstMs, toUnixTimestamp64Milli(max(latest)) AS lastMs,
        count() OVER () AS total${counts?.ofRanked(rankBy[query.sort]) ?? ''}
      FROM (${source.sql})
      GROUP BY projectId, fingerprint
      ORDER BY ${rankBy[query.sort]} DESC, projectId, fingerprint
      LIMIT {limit:UInt32}`,
    parameters: {
      ...source.parameters,
      limit: query.limit,
      ...(query.sort === 'trend' && { recentShare: recent.share }),
    },
  }
  const answer = query.by_project
    ? await readByProject(context, ranked, { withUsers, counts })
    : await readGroups(context, ranked, withUsers)
  return { ...answer, recent_start: new Date(recent.startMs).toISOString(), recent_share: recent.share }
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

// Recent occurrences relative to the expected number, both plus one, so that a few events make no trend.
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

/**
 * Columns project_id, fingerprint, quantity, earliest, latest, isRecent, and userSet if users are requested, and those
 * of counted groups.
 */
function groupsOf(scope: TelemetryScope, selection: GroupSelection): Filter {
  const { search, withUsers, recentMs, counts } = selection
  const filter = allOf(ofOrganization(scope.organizationId), ofProject(scope.projectId), search)
  const sources = sourcesOf(scope.window, selection).map(({ range, isRecent }) => ({
    ...allOf(filter, range),
    isRecent,
  }))
  // Each source is grouped only by the keys of the result, which the store computes from the projection without the
  // hours or days in between: grouping by these as well would yield nearly as many groups as rare events.
  const sql = sources.map(
    ({ sql: where, isRecent }) => `
    SELECT project_id, fingerprint, sum(times_seen) AS quantity, min(timestamp) AS earliest, max(timestamp) AS latest,
      ${isRecent} AS isRecent${withUsers ? `, ${userSetSql} AS userSet` : ''}${counts?.ofEvents ?? ''}
    FROM events WHERE ${where}
    GROUP BY project_id, fingerprint, isRecent`,
  )
  const parameters = { ...allOf(...sources).parameters, ...(recentMs !== undefined && { recentMs }) }
  return { sql: sql.join(' UNION ALL '), parameters }
}

interface GroupSelection {
  search: Filter | undefined
  withUsers: boolean
  /** Start of the recent part of the window, Unix milliseconds; undefined if it isn't distinguished. */
  recentMs: number | undefined
  /** Undefined unless groups are also counted in full. */
  counts: GroupCounts | undefined
}

/** What one subquery reads. */
interface Source {
  range: Filter
  /** SQL: 1 for rows, or sums of rows, in the recent part of the window, else 0. */
  isRecent: string
}

/**
 * The subqueries of a window. Planning one takes the store as long as reading many sums, so the same subqueries read both
 * parts of the window unless a day would have to be split.
 */
function sourcesOf({ startMs, untilMs }: TimeWindow, selection: GroupSelection): Source[] {
  const { search, recentMs } = selection
  const whole = rangesOf({ prefix: 'whole', window: { startMs, untilMs } }, selection)
  if (recentMs === undefined) return whole.map(({ range }) => ({ range, isRecent: '0' }))
  if (search !== undefined || recentMs % dayMs === 0) return whole
  const before = rangesOf({ prefix: 'before', window: { startMs, untilMs: recentMs } }, selection)
  const recent = rangesOf({ prefix: 'recent', window: { startMs: recentMs, untilMs } }, selection)
  return [
    ...before.map(({ range }) => ({ range, isRecent: '0' })),
    ...recent.map(({ range }) => ({ range, isRecent: '1' })),
  ]
}

interface WindowPart {
  prefix: string
  window: Pick<TimeWindow, 'startMs' | 'untilMs'>
}

const recentStart = "fromUnixTimestamp64Milli({recentMs:Int64}, 'UTC')"

/** Searches need the rows themselves; users are summed by day, everything else also by hour. */
function rangesOf({ prefix, window }: WindowPart, { search, withUsers }: GroupSelection): Source[] {
  const isRecent = `timestamp >= ${recentStart}`
  if (search !== undefined) return [{ range: withinMoments('timestamp', window, prefix), isRecent }]
  const { days, hours, rows } = divideWindow('timestamp', window, { prefix, hasHours: !withUsers })
  return [
    { range: days, isRecent: `toDate(timestamp) >= toDate(${recentStart})` },
    { range: hours, isRecent: `toStartOfHour(timestamp) >= ${recentStart}` },
    { range: rows, isRecent },
  ].flatMap(({ range, ...how }) => (range === undefined ? [] : [{ range, ...how }]))
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
