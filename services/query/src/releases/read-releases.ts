import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual } from '../selection/filter.js'
import { withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'

export interface ReleaseRequest {
  scope: TelemetryScope
  criteria: { environment: string | undefined; release: string | undefined }
  page: { limit: number; offset: number }
}

/** Data of one release of one project within a window. */
export interface ReleaseCounts {
  projectId: string
  release: string
  /** In alphabetical order. */
  environments: string[]
  /** Unix milliseconds. */
  lastSeenMs: number
  sessions: number
  healthy: number
  errored: number
  unhandled: number
  abnormal: number
  crashed: number
  users: number
  crashedUsers: number
  events: number
  errorUsers: number
  /** Session count of all releases of the project. */
  projectSessions: number
  /** Releases on all pages. */
  matching: number
}

/** Severity of a session's state; the worst state in any update counts. */
const severity = `multiIf(
  status = 'crashed', 4, status = 'abnormal', 3, status = 'unhandled', 2, status = 'errored' OR errors > 0, 1, 0)`

/** Warnings and informational messages are not errors of a release, though they show that it runs. */
const isError = "level IN ('error', 'fatal')"

/** Aggregates report how many sessions ended in each state: `errored` isn't an additional state there. */
const severityOfSum = "indexOf(['errored', 'unhandled', 'abnormal', 'crashed'], status)"

/**
 * Sessions and users within the window, one row each: a session counts once, and only if its first update arrived.
 * Aggregates count as many sessions as they report. Users with errors are rows without sessions.
 */
function observations({ scope, criteria }: ReleaseRequest): ReturnType<typeof allOf> {
  const environment = whereEqual('environment', criteria.environment)
  const sessions = allOf(withinScope(scope, 'started'), environment)
  const events = allOf(withinScope(scope, 'timestamp'), environment)
  const sql = `
    SELECT project_id, release, anyLast(environment) AS place, max(started) AS seen, 1 AS quantity,
      max(${severity}) AS severity, max(user_key) AS session_user, 0 AS events, '' AS error_user
    FROM sessions
    WHERE ${sessions.sql} AND session_id != ''
    GROUP BY project_id, release, session_id
    HAVING max(is_init) = 1
    UNION ALL
    SELECT project_id, release, environment AS place, started AS seen, quantity,
      ${severityOfSum} AS severity, user_key AS session_user, 0 AS events, '' AS error_user
    FROM sessions
    WHERE ${sessions.sql} AND session_id = ''
    UNION ALL
    SELECT project_id, release, environment AS place, max(timestamp) AS seen, 0 AS quantity,
      0 AS severity, '' AS session_user, sumIf(times_seen, ${isError}) AS events,
      if(countIf(${isError}) = 0, '', user_key) AS error_user
    FROM events
    WHERE ${events.sql} AND release != ''
    GROUP BY project_id, release, environment, user_key`
  return { sql, parameters: { ...sessions.parameters, ...events.parameters } }
}

/** One page of releases, most recently seen first, ties by project and name. */
export function readReleases(store: TelemetryReader, request: ReleaseRequest): Promise<ReleaseCounts[]> {
  const { criteria, page } = request
  const observed = observations(request)
  // Shares need all releases of a project, so the requested one is selected last.
  const wanted = allOf(whereEqual('release', criteria.release))
  return store.read<ReleaseCounts>({
    name: 'releases',
    sql: `
      SELECT projectId, release, environments, toUnixTimestamp64Milli(seenLast) AS lastSeenMs, sessions, healthy,
        errored, unhandled, abnormal, crashed, users, crashedUsers, events, errorUsers, projectSessions,
        count() OVER () AS matching
      FROM (
        SELECT project_id AS projectId, release, arraySort(groupUniqArrayIf(toString(place), place != '')) AS environments,
          max(seen) AS seenLast, sum(quantity) AS sessions, sumIf(quantity, severity = 0) AS healthy,
          sumIf(quantity, severity = 1) AS errored, sumIf(quantity, severity = 2) AS unhandled,
          sumIf(quantity, severity = 3) AS abnormal, sumIf(quantity, severity = 4) AS crashed,
          uniqExactIf(session_user, session_user != '') AS users,
          uniqExactIf(session_user, session_user != '' AND severity = 4) AS crashedUsers,
          sum(events) AS events, uniqExactIf(error_user, error_user != '') AS errorUsers,
          sum(sum(quantity)) OVER (PARTITION BY project_id) AS projectSessions
        FROM (${observed.sql})
        GROUP BY project_id, release
      )
      WHERE ${wanted.sql}
      ORDER BY seenLast DESC, projectId, release
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: { ...observed.parameters, ...wanted.parameters, limit: page.limit, offset: page.offset },
  })
}

/** Number of releases on all pages, for a page without any. */
export async function countReleases(store: TelemetryReader, request: ReleaseRequest): Promise<number> {
  if (request.page.offset === 0) return 0
  const [first] = await readReleases(store, { ...request, page: { limit: 1, offset: 0 } })
  return first?.matching ?? 0
}
