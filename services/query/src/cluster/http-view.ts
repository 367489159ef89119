import type { TelemetryReader } from '@signalbox/telemetry-store'
import { roundThousandths } from '../rounding.js'
import { withinScope } from '../telemetry-scope.js'
import type { ClusterScope } from './cluster-scope.js'

/**
 * How HTTP requests fared: spans that serve one. Spans belong to no cluster, so these are the organization's.
 * @returns Zeros when there were none.
 */
export async function readHttpView(store: TelemetryReader, { organizationId, window }: ClusterScope) {
  const filter = withinScope({ organizationId, projectId: undefined, window }, 'start_time')
  const [row] = await store.read<{ requests: number; failures: number; p95Us: number | null }>({
    name: 'httpView',
    sql: `
      SELECT count() AS requests, countIf(status = 'error' OR http_status >= 500) AS failures,
        quantileExactInclusiveOrNull(0.95)(duration_us) AS p95Us
      FROM spans
      WHERE ${filter.sql} AND is_http_entry = 1`,
    parameters: filter.parameters,
  })
  const requests = row?.requests ?? 0
  return {
    error_rate: requests === 0 ? 0 : (row?.failures ?? 0) / requests,
    latency_p95: requests === 0 ? 0 : roundThousandths((row?.p95Us ?? 0) / 1000),
    request_count: requests,
  }
}
