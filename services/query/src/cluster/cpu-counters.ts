import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import type { ClusterScope } from './cluster-scope.js'

/** How long before the window the sample for the first rate may be. */
const lookBackMs = 300_000

/** True if counters of CPU seconds were sent: only then is the costly conversion to cores needed. */
export async function hasCpuCounters(store: TelemetryReader, scope: ClusterScope): Promise<boolean> {
  const filter = allOf(ofOrganization(scope.organizationId), withinWindow('timestamp', scope.window))
  const rows = await store.read({
    name: 'cpuCountersPresent',
    sql: `SELECT 1 AS present FROM metric_points WHERE ${filter.sql} AND metric_name = 'cpu_usage_seconds_total' LIMIT 1`,
    parameters: filter.parameters,
  })
  return rows.length > 0
}

/**
 * Cores by series and minute, from counters of CPU seconds: the increase between samples divided by the time between
 * them, in the minute of the later one. A counter that falls has restarted from zero.
 * @returns A query with the columns `series, minute, cores`.
 */
export function usageByCounter(scope: ClusterScope): Filter {
  const { startMs, untilMs } = scope.window
  const filter = allOf(ofOrganization(scope.organizationId), {
    sql:
      "timestamp >= fromUnixTimestamp64Milli({counterStartMs:Int64}, 'UTC') AND " +
      "timestamp < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')",
    parameters: { counterStartMs: startMs - lookBackMs, untilMs, startMs },
  })
  return {
    sql: `
      SELECT series, toStartOfMinute(sampled) AS minute, sum(gained) / sum(seconds) AS cores
      FROM (
        SELECT series, timestamp AS sampled, row_number() OVER earlier AS number,
          if(value >= previous, value - previous, value) AS gained, lagInFrame(value) OVER earlier AS previous,
          (toUnixTimestamp64Milli(timestamp) - toUnixTimestamp64Milli(lagInFrame(timestamp) OVER earlier)) / 1000 AS seconds
        FROM metric_points
        WHERE ${filter.sql} AND metric_name = 'cpu_usage_seconds_total'
        WINDOW earlier AS (PARTITION BY series ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW))
      WHERE number > 1 AND seconds > 0 AND sampled >= fromUnixTimestamp64Milli({startMs:Int64}, 'UTC')
      GROUP BY series, minute`,
    parameters: filter.parameters,
  }
}
