import { limits, type ServicePoint, type ServicesResponse, type queryServices } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { compareText } from '../selection/compare-text.js'
import { groupByKey } from '../selection/group-by-key.js'
import type { QueryContext } from '../reading/query-context.js'
import { resolveRangeScope } from './range-scope.js'
import { chooseInterval } from '../selection/interval.js'
import type { TelemetryScope } from '../selection/telemetry-scope.js'
import {
  readEventCounts,
  readLogCounts,
  readLogServices,
  readRequests,
  type ServiceInterval,
} from './service-counts.js'
import { measureSpans } from './span-sample.js'

type ServicesQuery = Parameters<RouteHandler<typeof queryServices>>[0]['query']

/** Services over time: requests, events and log entries are counted separately and combined by interval. */
export async function readServices(
  context: QueryContext,
  caller: ApiCaller,
  query: ServicesQuery,
): Promise<ServicesResponse> {
  const scope = await resolveRangeScope(context, caller, query)
  const { store } = context
  const { measured: traced, ...sample } = await measureSpans(store, scope, 'services')
  const intervalSeconds = await intervalFor(store, { scope, traced }, query.interval_seconds)
  const request = { scope, sample, intervalMs: intervalSeconds * 1000 }
  const counted = await Promise.all([
    readRequests(store, request),
    readEventCounts(context, request),
    readLogCounts(store, request),
  ])
  const services = [...groupByKey(counted.flat(), ({ service }) => service)].map(([service, parts]) => ({
    service,
    points: toPoints(parts),
  }))
  const kept = services
    .sort((left, right) => weightOf(right.points) - weightOf(left.points))
    .slice(0, limits.query.servicesMax)
  return {
    interval_seconds: intervalSeconds,
    one_in_traces: sample.oneIn,
    services: kept.sort((left, right) => compareText(left.service, right.service)),
    services_left_out: services.length - kept.length,
  }
}

/** Services named only by events are few and don't affect the response size. */
async function intervalFor(
  store: TelemetryReader,
  { scope, traced }: { scope: TelemetryScope; traced: readonly string[] },
  asked: number | undefined,
): Promise<number> {
  if (asked !== undefined) return chooseInterval(scope.window, { asked, series: 1 })
  const services = new Set([...traced, ...(await readLogServices(store, scope))])
  return chooseInterval(scope.window, { asked, series: Math.min(services.size, limits.query.servicesMax) })
}

function toPoints(parts: readonly ServiceInterval[]): ServicePoint[] {
  const byStart = groupByKey(parts, ({ startMs }) => String(startMs))
  return [...byStart.values()].sort(([left], [right]) => left.startMs - right.startMs).map(toPoint)
}

/** One interval of one service, from the counts of its spans, events and log entries. */
function toPoint(parts: readonly [ServiceInterval, ...ServiceInterval[]]): ServicePoint {
  const sum = (count: (part: ServiceInterval) => number | undefined) =>
    parts.reduce((total, part) => total + (count(part) ?? 0), 0)
  const spans = parts.find(({ requests }) => requests !== undefined)?.requests
  return {
    timestamp: new Date(parts[0].startMs).toISOString(),
    requests: spans?.count ?? 0,
    errors: spans?.errors ?? 0,
    p50_ms: spans?.p50Ms ?? null,
    p95_ms: spans?.p95Ms ?? null,
    error_events: sum(({ errorEvents }) => errorEvents),
    logs: {
      info: sum(({ logs }) => logs?.info),
      warn: sum(({ logs }) => logs?.warn),
      error: sum(({ logs }) => logs?.error),
    },
  }
}

function weightOf(points: readonly ServicePoint[]): number {
  return points.reduce(
    (total, { requests, error_events, logs }) => total + requests + error_events + logs.info + logs.warn + logs.error,
    0,
  )
}
