import { hourMs, type IssueSort, type queryIssueRanking, type RankedGroup } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { allOf, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import {
  ofOrganization,
  ofProject,
  resolveScope,
  withinScope,
  withinWindow,
  type TelemetryScope,
} from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'
import { splitWindow } from '../selection/whole-hours.js'
import { meetingSearch } from './event-search.js'

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
        sumIf(quantity, isRecent = 1) AS recentEvents,
        ${withUsers ? distinctUsers : '0'} AS users,
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

// By 64 bits of a hash, in which a million users meet once in forty million answers: over millions of events it takes
// half the time that their texts do.
const distinctUsers = "uniqExactIf(sipHash64(user_key), user_key != '')"

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

// Each part is summed up by the keys of the answer alone, which the store does from the projection without the hours
// between: grouped by hour as well, there would be nearly as many groups as rare events.
function fromHours(scope: TelemetryScope): Filter {
  const { organizationId, projectId, window } = scope
  if (window.endMs - window.startMs < 7 * hourMs) return fromRows(scope, {})
  const split = splitWindow('timestamp', window)
  const filter = allOf(ofOrganization(organizationId), ofProject(projectId))
  const whole = allOf(filter, split.whole)
  const broken = allOf(filter, withinWindow('timestamp', window), split.broken)
  const recent = "toStartOfHour(timestamp) >= toDateTime({recentStart:UInt32}, 'UTC')"
  const part = (where: string, isRecent: 0 | 1) => `
    SELECT project_id, fingerprint, sum(times_seen) AS quantity, min(timestamp) AS earliest, max(timestamp) AS latest,
      ${isRecent} AS isRecent
    FROM events WHERE ${where}
    GROUP BY organization_id, project_id, fingerprint`
  const sql = [whole, broken].flatMap(({ sql: where }) => [
    part(`${where} AND NOT (${recent})`, 0),
    part(`${where} AND ${recent}`, 1),
  ])
  return { sql: sql.join(' UNION ALL '), parameters: { ...whole.parameters, ...broken.parameters } }
}

function fromRows(
  scope: TelemetryScope,
  { search, withUsers = false }: { search?: Filter | undefined; withUsers?: boolean },
): Filter {
  const filter = allOf(withinScope(scope, 'timestamp'), search)
  const sql = `
    SELECT project_id, fingerprint, times_seen AS quantity, timestamp AS earliest, timestamp AS latest,
      timestamp >= toDateTime({recentStart:UInt32}, 'UTC') AS isRecent${withUsers ? ', user_key' : ''}
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
