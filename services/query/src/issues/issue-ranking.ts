import { type IssueSort, type queryIssueRanking, type RankedGroup } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { allOf, type Filter } from '../filter.js'
import type { QueryContext } from '../query-context.js'
import { ofOrganization, ofProject, resolveScope, withinScope, type TelemetryScope } from '../telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../time-window.js'
import { meetingSearch } from './event-search.js'
import { occurrencesByHour } from './occurrences.js'

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

/** Where the last part of a window begins, and its share of the window. */
interface RecentPart {
  startMs: number
  share: number
}

const hourMs = 3_600_000

/** Groups by project and fingerprint, ranked; ties by project and fingerprint. */
export async function rankIssues(context: QueryContext, caller: ApiCaller, query: Query) {
  const window = resolveTimeWindow(query, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const search = meetingSearch('search', query.search, context.clock())
  const withUsers = query.users || query.sort === 'users'
  const recent = recentPartOf(window)
  const source = search || withUsers ? fromRows(scope, { search, withUsers }) : fromHours(scope)
  const rows = await context.store.read<StoredGroup>({
    name: 'issueRanking',
    sql: `
      SELECT project_id AS projectId, fingerprint, sum(quantity) AS events,
        sumIf(quantity, hour >= toDateTime({recentStart:UInt32}, 'UTC')) AS recentEvents,
        ${withUsers ? "uniqExactIf(user_key, user_key != '')" : '0'} AS users,
        toUnixTimestamp64Milli(min(earliest)) AS firstMs, toUnixTimestamp64Milli(max(latest)) AS lastMs,
        count() OVER () AS total
      FROM (${source.sql})
      GROUP BY projectId, fingerprint
      ORDER BY ${rankBy[query.sort]} DESC, projectId, fingerprint
      LIMIT {limit:UInt32}`,
    parameters: {
      ...source.parameters,
      recentStart: recent.startMs / 1_000,
      limit: query.limit,
      ...(query.sort === 'trend' && { recentShare: recent.share }),
    },
  })
  return {
    groups: rows.map((row) => toGroup(row, withUsers)),
    total: rows[0]?.total ?? 0,
    recent_start: new Date(recent.startMs).toISOString(),
    recent_share: recent.share,
  }
}

// What happens of late against what is to be expected of it, both plus one, so that few events make no trend.
const trend = `
  (recentEvents + 1) / ((events - recentEvents) * {recentShare:Float64} / (1 - {recentShare:Float64}) + 1)`

const rankBy: Record<IssueSort, string> = {
  last_seen: 'lastMs',
  first_seen: 'firstMs',
  events: 'events',
  users: 'users',
  trend,
}

/** The last seventh, from a whole hour on where there is one, so that hours need not be split. */
function recentPartOf({ startMs, endMs }: TimeWindow): RecentPart {
  const seventhMs = endMs - (endMs - startMs) / 7
  const unit = endMs - startMs >= 7 * hourMs ? hourMs : 1_000
  const recentMs = Math.floor(seventhMs / unit) * unit
  return { startMs: recentMs, share: Math.min((endMs - recentMs) / Math.max(endMs - startMs, 1), 0.9) }
}

function fromHours({ organizationId, projectId, window }: TelemetryScope): Filter {
  if (window.endMs - window.startMs < 7 * hourMs) return fromRows({ organizationId, projectId, window }, {})
  return occurrencesByHour(allOf(ofOrganization(organizationId), ofProject(projectId)), window)
}

function fromRows(
  scope: TelemetryScope,
  { search, withUsers = false }: { search?: Filter | undefined; withUsers?: boolean },
): Filter {
  const filter = allOf(withinScope(scope, 'timestamp'), search)
  const sql = `
    SELECT project_id, fingerprint, timestamp AS hour, times_seen AS quantity, timestamp AS earliest, timestamp AS latest
      ${withUsers ? ', user_key' : ''}
    FROM events WHERE ${filter.sql}`
  return { sql, parameters: filter.parameters }
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
