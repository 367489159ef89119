import type { TelemetryReader } from '@signalbox/telemetry-store'
import { roundThousandths } from '../selection/rounding.js'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization } from '../selection/telemetry-scope.js'
import { splitWindow } from '../selection/whole-hours.js'
import type { ClusterScope } from './cluster-scope.js'

/**
 * HTTP request statistics, from server spans. Spans belong to no cluster, so these cover the organization.
 * @returns Zeros if there were none.
 */
export async function readHttpView(store: TelemetryReader, { organizationId, window }: ClusterScope) {
  const organization = ofOrganization(organizationId)
  const parts = splitWindow('start_time', window).map((part) => allOf(organization, part))
  const byHour = ({ sql }: Filter) => `
    SELECT toStartOfHour(start_time) AS hour, groupArrayIf(duration_us, is_http_entry = 1) AS durations,
      countIf(is_http_entry = 1 AND (status = 'error' OR http_status >= 500)) AS failed
    FROM spans WHERE ${sql} GROUP BY hour`
  const [row] = await store.read<{ requests: number; failures: number; p95Us: number | null }>({
    name: 'httpView',
    sql: `
      SELECT sum(length(durations)) AS requests, sum(failed) AS failures,
        quantileExactInclusiveArrayOrNull(0.95)(durations) AS p95Us
      FROM (${parts.map(byHour).join(' UNION ALL ')})`,
    parameters: allOf(...parts).parameters,
  })
  const requests = row?.requests ?? 0
  return {
    error_rate: requests === 0 ? 0 : (row?.failures ?? 0) / requests,
    latency_p95: requests === 0 ? 0 : roundThousandths((row?.p95Us ?? 0) / 1000),
    request_count: requests,
  }
}
