import { limits, type ServicePoint, type ServicesResponse, type queryServices } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { compareText } from '../selection/compare-text.js'
import { groupByKey } from '../selection/group-by-key.js'
import type { QueryContext } from '../reading/query-context.js'
import { resolveRangeScope } from './range-scope.js'
import { chooseInterval } from '../selection/interval.js'
import {
  countServices,
  readEventCounts,
  readLogCounts,
  readRequests,
  type ServiceCountsRequest,
  type ServiceInterval,
} from './service-counts.js'
import { sampleSpans } from './span-sample.js'

type ServicesQuery = Parameters<RouteHandler<typeof queryServices>>[0]['query']

/** Services over time: requests, events and log entries are counted separately and combined by interval. */
export async function readServices(
  context: QueryContext,
  caller: ApiCaller,
  query: ServicesQuery,
): Promise<ServicesResponse> {
  const scope = await resolveRangeScope(context, caller, query)
  const sample = await sampleSpans(context.store, scope)
  const intervalSeconds = await intervalFor(context, { scope, sample }, query.interval_seconds)
  const request = { scope, sample, intervalMs: intervalSeconds * 1000 }
  const counted = [
    ...(await readRequests(context.store, request)),
    ...(await readEventCounts(context, request)),
    ...(await readLogCounts(context.store, request)),
  ]
  const services = [...groupByKey(counted, ({ service }) => service)].map(([service, parts]) => ({
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

async function intervalFor(
  { store }: QueryContext,
  request: Pick<ServiceCountsRequest, 'scope' | 'sample'>,
  asked: number | undefined,
): Promise<number> {
  const series = asked === undefined ? Math.min(await countServices(store, request), limits.query.servicesMax) : 1
  return chooseInterval(request.scope.window, { asked, series })
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
