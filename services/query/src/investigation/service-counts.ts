import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { QueryContext } from '../reading/query-context.js'
import { roundThousandths } from '../selection/rounding.js'
import { withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import { intervalOf } from '../selection/interval.js'
import { readProjectNames, taggedService } from './project-names.js'
import { spanFailed, type SpanSample } from './span-sample.js'

export interface ServiceCountsRequest {
  scope: TelemetryScope
  sample: SpanSample
  intervalMs: number
}

/** Counts of one service in one interval, for one kind of telemetry. */
export interface ServiceInterval {
  service: string
  /** Unix milliseconds. */
  startMs: number
  requests?: { count: number; errors: number; p50Ms: number; p95Ms: number }
  errorEvents?: number
  logs?: { info: number; warn: number; error: number }
}

interface StoredRequests {
  service: string
  startMs: number
  requests: number
  errors: number
  /** Median and 95th percentile, microseconds. */
  durations: [number, number]
}

/** Services of log entries. */
export async function readLogServices(store: TelemetryReader, scope: TelemetryScope): Promise<string[]> {
  const filter = withinScope(scope, 'timestamp')
  const rows = await store.read<{ service: string }>({
    name: 'servicesOfLogs',
    sql: `SELECT DISTINCT service FROM logs WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  return rows.map(({ service }) => service)
}

/** Entry spans: those whose parent isn't a known span of the same service. */
export async function readRequests(
  store: TelemetryReader,
  { sample, intervalMs }: ServiceCountsRequest,
): Promise<ServiceInterval[]> {
  const { filter, oneIn } = sample
  const rows = await store.read<StoredRequests>({
    name: 'serviceRequests',
    sql: `
      SELECT service, ${intervalOf('start_time')} AS startMs, count() AS requests, countIf(${spanFailed}) AS errors,
        quantilesExact(0.5, 0.95)(duration_us) AS durations
      FROM spans
      WHERE ${filter.sql} AND (parent_span_id = '' OR cityHash64(parent_span_id, service) NOT IN (
        SELECT cityHash64(toString(span_id), service) FROM spans WHERE ${filter.sql}))
      GROUP BY service, startMs
      ORDER BY service, startMs`,
    parameters: { ...filter.parameters, intervalMs },
  })
  return rows.map(({ service, startMs, requests, errors, durations: [p50, p95] }) => ({
    service,
    startMs,
    requests: {
      count: requests * oneIn,
      errors: errors * oneIn,
      p50Ms: roundThousandths(p50 / 1000),
      p95Ms: roundThousandths(p95 / 1000),
    },
  }))
}

/** Events of level error and fatal; the project's name replaces a service that the event doesn't name. */
export async function readEventCounts(
  context: QueryContext,
  { scope, intervalMs }: ServiceCountsRequest,
): Promise<ServiceInterval[]> {
  const filter = withinScope(scope, 'timestamp')
  const rows = await context.store.read<{ projectId: string; tagged: string; startMs: number; events: number }>({
    name: 'serviceEvents',
    sql: `
      SELECT project_id AS projectId, ${taggedService} AS tagged, ${intervalOf('timestamp')} AS startMs,
        sum(times_seen) AS events
      FROM events
      WHERE ${filter.sql} AND level IN ('error', 'fatal')
      GROUP BY projectId, tagged, startMs
      ORDER BY projectId, tagged, startMs`,
    parameters: { ...filter.parameters, intervalMs },
  })
  const untagged = rows.filter(({ tagged }) => tagged === '').map(({ projectId }) => projectId)
  const names = await readProjectNames(context, scope.organizationId, untagged)
  return rows.map(({ projectId, tagged, startMs, events }) => ({
    service: tagged === '' ? (names.get(projectId) ?? projectId) : tagged,
    startMs,
    errorEvents: events,
  }))
}

/** Log entries by severity. */
export async function readLogCounts(
  store: TelemetryReader,
  { scope, intervalMs }: ServiceCountsRequest,
): Promise<ServiceInterval[]> {
  const filter = withinScope(scope, 'timestamp')
  const rows = await store.read<{ service: string; startMs: number; info: number; warn: number; error: number }>({
    name: 'serviceLogs',
    sql: `
      SELECT service, ${intervalOf('timestamp')} AS startMs, countIf(level IN ('trace', 'debug', 'info')) AS info,
        countIf(level = 'warn') AS warn, countIf(level IN ('error', 'fatal')) AS error
      FROM logs
      WHERE ${filter.sql}
      GROUP BY service, startMs
      ORDER BY service, startMs`,
    parameters: { ...filter.parameters, intervalMs },
  })
  return rows.map(({ service, startMs, ...logs }) => ({ service, startMs, logs }))
}
