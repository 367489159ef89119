import { limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { groupByKey } from '../selection/group-by-key.js'
import { ofOrganization, ofProject, type TelemetryScope } from '../selection/telemetry-scope.js'
import type { CheckIn } from './runs.js'

/** A monitor as described by its check-ins. Times in Unix milliseconds. */
export interface StoredMonitor {
  projectId: string
  slug: string
  environment: string
  firstSeenMs: number
  lastCheckInMs: number
  /** JSON of the newest `MonitorConfig`, empty if none was ever sent. */
  config: string
  /** 0 if it never failed. */
  errorAtMs: number
  errorCheckInId: string
  errorRelease: string
  errorTraceId: string
  /** Monitors on all pages. */
  total: number
}

export interface MonitorCriteria {
  slug?: string | undefined
  environment: string | undefined
}

export interface MonitorPage {
  limit: number
  offset: number
}

/**
 * Monitors that checked in before the end of the window, however long ago, by slug, project and environment. Empty
 * beyond the last page.
 */
export function readMonitors(
  store: TelemetryReader,
  request: { scope: TelemetryScope; criteria: MonitorCriteria; page: MonitorPage },
): Promise<StoredMonitor[]> {
  const { scope, criteria, page } = request
  const filter = allOf(
    ofOrganization(scope.organizationId),
    ofProject(scope.projectId),
    whereEqual('monitor_slug', criteria.slug),
    whereEqual('environment', criteria.environment),
    before(scope.window.untilMs),
  )
  return store.read<StoredMonitor>({
    name: 'monitors',
    sql: `
      SELECT project_id AS projectId, monitor_slug AS slug, environment,
        toUnixTimestamp64Milli(min(timestamp)) AS firstSeenMs,
        toUnixTimestamp64Milli(max(timestamp)) AS lastCheckInMs,
        argMaxIf(monitor_config, timestamp, monitor_config != '') AS config,
        toUnixTimestamp64Milli(maxIf(timestamp, status = 'error')) AS errorAtMs,
        argMaxIf(check_in_id, timestamp, status = 'error') AS errorCheckInId,
        argMaxIf(release, timestamp, status = 'error') AS errorRelease,
        argMaxIf(trace_id, timestamp, status = 'error') AS errorTraceId,
        count() OVER () AS total
      FROM check_ins
      WHERE ${filter.sql}
      GROUP BY project_id, monitor_slug, environment
      ORDER BY monitor_slug, project_id, environment
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: { ...filter.parameters, limit: page.limit, offset: page.offset },
  })
}

function before(untilMs: number): Filter {
  return { sql: "timestamp < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')", parameters: { untilMs } }
}

interface StoredCheckIn extends CheckIn {
  monitor: string
}

/** Identifies a monitor within its organization. */
export function keyOf({ projectId, slug, environment }: Pick<StoredMonitor, 'projectId' | 'slug' | 'environment'>) {
  return [projectId, slug, environment].join('\n')
}

const columns = `
  concat(project_id, '\\n', monitor_slug, '\\n', environment) AS monitor,
  check_in_id AS checkInId, toUnixTimestamp64Milli(timestamp) AS atMs, status, duration_ms AS durationMs, release,
  trace_id AS traceId`

/** Two check-ins per run, doubled for resent ones. */
const checkInsBefore = 4 * limits.query.monitorRunsRecent

/**
 * Check-ins of the monitors by `keyOf`, newest first: those within the window, at most `limits.query.checkInsMax` each,
 * and the newest before it.
 */
export async function readCheckIns(
  store: TelemetryReader,
  scope: TelemetryScope,
  monitors: readonly StoredMonitor[],
): Promise<{ within: Map<string, CheckIn[]>; before: Map<string, CheckIn[]> }> {
  const { startMs, untilMs } = scope.window
  const filter = allOf(ofOrganization(scope.organizationId), {
    sql: `monitor_slug IN {slugs:Array(String)} AND monitor IN {monitors:Array(String)}`,
    parameters: { slugs: [...new Set(monitors.map(({ slug }) => slug))], monitors: monitors.map(keyOf) },
  })
  const select = (name: string, bound: string, most: number) =>
    store.read<StoredCheckIn>({
      name,
      sql: `
        SELECT ${columns}
        FROM check_ins
        WHERE ${filter.sql} AND ${bound}
        ORDER BY timestamp DESC
        LIMIT {most:UInt32} BY monitor`,
      parameters: { ...filter.parameters, startMs, untilMs, most },
    })
  const start = "fromUnixTimestamp64Milli({startMs:Int64}, 'UTC')"
  const until = "fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')"
  const { checkInsMax } = limits.query
  const [within, earlier] = await Promise.all([
    select('checkInsWithin', `timestamp >= ${start} AND timestamp < ${until}`, checkInsMax),
    select('checkInsBefore', `timestamp < least(${start}, ${until})`, checkInsBefore),
  ])
  return { within: groupByKey(within, byMonitor), before: groupByKey(earlier, byMonitor) }
}

function byMonitor({ monitor }: StoredCheckIn): string {
  return monitor
}
