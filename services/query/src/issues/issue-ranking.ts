import {
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
import { meetingSearch } from './event-search.js'
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
  const search = meetingSearch('search', query.search, context.clock())
  const withUsers = query.users || query.sort === 'users'
  const recent = recentPartOf(window)
  const isRecentSeparate = !query.by_project || query.sort === 'trend'
  const recentMs = isRecentSeparate ? Math.max(recent.startMs, window.startMs) : undefined
  const source = groupsOf(scope, { search, withUsers, recentMs })
  const ranked: Filter = {
    sql: `
      SELECT project_id AS projectId, fingerprint, sum(quantity) AS events,
        sumIf(quantity, isRecent = 1) AS recentEvents,
        ${withUsers ? countUsers('userSet') : '0'} AS users,
        toUnixTimestamp64Milli(min(earliest)) AS firstMs, toUnixTimestamp64Milli(max(latest)) AS lastMs,
        count() OVER () AS total
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
    ? await readByProject(context, ranked, withUsers)
    : await readGroups(context, ranked, withUsers)
  return { ...answer, recent_start: new Date(recent.startMs).toISOString(), recent_share: recent.share }
}

async function readGroups({ store }: QueryContext, ranked: Filter, withUsers: boolean) {
  const rows = await store.read<StoredGroup>({ name: 'issueRanking', ...ranked })
  return { groups: rows.map((row) => toGroup(row, withUsers)), total: rows[0]?.total ?? 0 }
}

async function readByProject({ store }: QueryContext, ranked: Filter, withUsers: boolean) {
  const rows = await store.read<RankedProject & { total: number }>({
    name: 'issueRankingByProject',
    sql: `
      SELECT projectId AS project_id, groupArray(fingerprint) AS fingerprints, groupArray(events) AS events,
        groupArray(recentEvents) AS recent_events, ${withUsers ? 'groupArray(users)' : '[]'} AS users,
        groupArray(lastMs) AS last_seen_ms, any(total) AS total
      FROM (${ranked.sql})
      GROUP BY projectId`,
    parameters: ranked.parameters,
  })
  return { groups: [], projects: rows.map(({ total: _, ...project }) => project), total: rows[0]?.total ?? 0 }
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

/** The last seventh; starts on a full hour if there is one, so that hours needn't be split. */
function recentPartOf({ startMs, endMs }: TimeWindow): RecentPart {
  const seventhMs = endMs - (endMs - startMs) / 7
  const unit = endMs - startMs >= 7 * hourMs ? hourMs : 1_000
  const recentMs = Math.floor(seventhMs / unit) * unit
  return { startMs: recentMs, share: Math.min((endMs - recentMs) / Math.max(endMs - startMs, 1), 0.9) }
}

/** Columns project_id, fingerprint, quantity, earliest, latest, isRecent, and userSet if users are requested. */
function groupsOf(scope: TelemetryScope, { search, withUsers, recentMs }: GroupSelection): Filter {
  const { window } = scope
  const filter = allOf(ofOrganization(scope.organizationId), ofProject(scope.projectId), search)
  const parts =
    recentMs === undefined
      ? [{ prefix: 'whole', isRecent: 0, window }]
      : [
          { prefix: 'before', isRecent: 0, window: { startMs: window.startMs, untilMs: recentMs } },
          { prefix: 'recent', isRecent: 1, window: { startMs: recentMs, untilMs: window.untilMs } },
        ]
  const sources = parts.flatMap((part) =>
    rangesOf(part, { isSearched: search !== undefined, withUsers }).map((range) => ({
      ...allOf(filter, range),
      isRecent: part.isRecent,
    })),
  )
  // Each part is grouped only by the keys of the result, which the store computes from the projection without the hours
  // or days in between: grouping by these as well would yield nearly as many groups as rare events.
  const sql = sources.map(
    ({ sql: where, isRecent }) => `
    SELECT project_id, fingerprint, sum(times_seen) AS quantity, min(timestamp) AS earliest, max(timestamp) AS latest,
      ${isRecent} AS isRecent${withUsers ? `, ${userSetSql} AS userSet` : ''}
    FROM events WHERE ${where}
    GROUP BY organization_id, project_id, fingerprint`,
  )
  return { sql: sql.join(' UNION ALL '), parameters: allOf(...sources).parameters }
}

interface GroupSelection {
  search: Filter | undefined
  withUsers: boolean
  /** Start of the recent part of the window, Unix milliseconds; undefined if it isn't distinguished. */
  recentMs: number | undefined
}

interface WindowPart {
  prefix: string
  window: Pick<TimeWindow, 'startMs' | 'untilMs'>
}

/** Searches need the rows themselves; users are summed by day, everything else also by hour. */
function rangesOf({ prefix, window }: WindowPart, wanted: { isSearched: boolean; withUsers: boolean }): Filter[] {
  if (wanted.isSearched) return [withinMoments('timestamp', window, prefix)]
  const { days, hours, rows } = divideWindow('timestamp', window, { prefix, hasHours: !wanted.withUsers })
  return [days, hours, rows].filter((range) => range !== undefined)
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
