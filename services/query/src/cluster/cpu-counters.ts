import { hourMs } from '@signalbox/contracts'
import { labelAggregates } from '../selection/container-series.js'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization } from '../selection/telemetry-scope.js'
import { withinHours } from '../selection/whole-hours.js'
import type { ClusterScope } from './cluster-scope.js'

/** Counter of CPU seconds. */
export const cpuCounter = 'cpu_usage_seconds_total'

/** How long before a sample the previous one may be, so that an hour depends on no more than the hour before. */
const lookBackMs = hourMs

/**
 * Cores by series and minute, from counters of CPU seconds: the increase between samples divided by the time between
 * them, in the minute of the later one. A counter that falls has restarted from zero.
 * @param hours Start of each hour to read, Unix milliseconds.
 * @returns A query with the labels and the columns `minute, cores`.
 */
export function usageByCounter(scope: ClusterScope, hours: readonly number[]): Filter {
  const { startMs, untilMs } = scope.window
  const sampled = withinHours('sampled', hours, 'sampledHours')
  const filter = allOf(
    ofOrganization(scope.organizationId),
    withinHours('timestamp', [...new Set(hours.flatMap((atMs) => [atMs - lookBackMs, atMs]))], 'counterHours'),
    {
      sql:
        "timestamp >= fromUnixTimestamp64Milli({counterStartMs:Int64}, 'UTC') AND " +
        "timestamp < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')",
      parameters: { counterStartMs: startMs - lookBackMs, untilMs, startMs },
    },
  )
  return {
    sql: `
      SELECT ${labelAggregates.join(', ')}, toStartOfMinute(sampled) AS minute, sum(gained) / sum(seconds) AS cores
      FROM (
        SELECT series, cluster, node, namespace, pod, container, timestamp AS sampled,
          row_number() OVER earlier AS number,
          if(value >= previous, value - previous, value) AS gained, lagInFrame(value) OVER earlier AS previous,
          (toUnixTimestamp64Milli(timestamp) - toUnixTimestamp64Milli(lagInFrame(timestamp) OVER earlier)) / 1000 AS seconds
        FROM metric_points
        WHERE ${filter.sql} AND metric_name = '${cpuCounter}'
        WINDOW earlier AS (PARTITION BY series ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW))
      WHERE number > 1 AND seconds > 0 AND seconds <= ${lookBackMs / 1_000} AND ${sampled.sql}
        AND sampled >= fromUnixTimestamp64Milli({startMs:Int64}, 'UTC')
      GROUP BY series, minute`,
    parameters: { ...filter.parameters, ...sampled.parameters },
  }
}
