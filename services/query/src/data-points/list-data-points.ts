import {
  limits,
  type DataPointAggregate,
  type DataPointMetric,
  type DataPointMetricsResponse,
  type DataPointsResponse,
  type listDataPointMetrics,
  type queryDataPoints,
} from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { withAttributesOrResource } from '../selection/map-filter.js'
import { allOf, whereContains, whereEqual, type Filter } from '../selection/filter.js'
import { groupByKey } from '../selection/group-by-key.js'
import { chooseInterval } from '../selection/interval.js'
import type { QueryContext } from '../reading/query-context.js'
import {
  ofOrganization,
  ofProject,
  resolveScope,
  withinWindow,
  type TelemetryScope,
} from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'
import { aggregateGains } from './aggregate-gains.js'
import { namesByAttributes, selectGains, type StoredGains } from './stored-gains.js'

type SeriesQuery = Parameters<RouteHandler<typeof queryDataPoints>>[0]['query']
type MetricsQuery = Parameters<RouteHandler<typeof listDataPointMetrics>>[0]['query']

/** The metrics within the range, by name. */
export async function listMetricsOfDataPoints(
  context: QueryContext,
  caller: ApiCaller,
  query: MetricsQuery,
): Promise<DataPointMetricsResponse> {
  const scope = await scopeOf(context, caller, query)
  const points = allOf(ofScope(scope), whereContains(['name'], query.search))
  const metrics = await readMetrics(context.store, points, 'name, kind, unit')
  return { metrics: metrics.slice(0, limits.query.seriesMax).map(toMetric), total: metrics.length }
}

/** One metric over time, by group. */
export async function readDataPoints(
  context: QueryContext,
  caller: ApiCaller,
  query: SeriesQuery,
): Promise<DataPointsResponse> {
  const scope = await scopeOf(context, caller, query)
  const named = allOf(
    whereEqual('name', query.name),
    whereEqual('service', query.service),
    withAttributesOrResource(query.attribute),
  )
  const [found] = await readMetrics(context.store, allOf(ofScope(scope), named), 'points DESC, kind, unit')
  const metric = found && toMetric(found)
  const aggregate = query.aggregate ?? (found === undefined ? 'avg' : defaultAggregate(found))
  const { intervalMs, groupsMax } = divide(scope.window, query)
  const intervalSeconds = (intervalMs ?? scope.window.endMs - scope.window.startMs) / 1_000
  const answer = { name: query.name, aggregate, interval_seconds: Math.ceil(intervalSeconds) }
  if (metric === undefined) return { ...answer, metric: null, series: [], groups_left_out: 0 }
  const filter = allOf(ofOwner(scope), named, whereEqual('kind', metric.kind), whereEqual('unit', metric.unit))
  const groupBy = query.group_by ?? []
  const onlyGauges = metric.kind === 'gauge'
  const statement = selectGains({ scope, filter, names: namesByAttributes(groupBy), intervalMs, onlyGauges })
  const gains = await context.store.read<StoredGains>({ name: 'dataPoints', ...statement })
  const groups = [...groupByKey(gains, ({ names }) => JSON.stringify(names)).values()]
  const series = groups.map((own) => ({
    group: Object.fromEntries(groupBy.map((name, index) => [name, own[0].names[index] ?? ''])),
    points: own.flatMap((one) => toPoint(one, aggregate, intervalSeconds)),
  }))
  const kept = series.sort((left, right) => right.points.length - left.points.length).slice(0, groupsMax)
  return { ...answer, metric, series: kept, groups_left_out: series.length - kept.length }
}

/** Chooses the intervals of a range, and how many groups fit into a response with them. */
function divide(window: TimeWindow, query: SeriesQuery): { intervalMs: number | undefined; groupsMax: number } {
  if (query.whole_range === true) return { intervalMs: undefined, groupsMax: limits.query.seriesMax }
  const groupsMax = limits.query.appMetricGroupsMax
  return { intervalMs: chooseInterval(window, { asked: query.interval_seconds, series: groupsMax }) * 1_000, groupsMax }
}

function toPoint(gains: StoredGains, aggregate: DataPointAggregate, intervalSeconds: number) {
  const value = aggregateGains(aggregate, gains, intervalSeconds)
  return value === null ? [] : [{ timestamp: new Date(gains.startMs).toISOString(), value }]
}

interface StoredMetric extends Omit<DataPointMetric, 'is_monotonic' | 'last_seen'> {
  lastSeenMs: number
  isMonotonic: 0 | 1
  /** 1 if its points are changes since the previous one. */
  isDelta: 0 | 1
}

function toMetric({ isMonotonic, isDelta: _isDelta, lastSeenMs, ...metric }: StoredMetric): DataPointMetric {
  return { ...metric, is_monotonic: isMonotonic === 1, last_seen: new Date(lastSeenMs).toISOString() }
}

function defaultAggregate({ kind, isMonotonic, isDelta }: StoredMetric): DataPointAggregate {
  if (kind === 'histogram' || kind === 'exponential_histogram') return 'p95'
  if (kind === 'summary' || isMonotonic === 1) return 'rate'
  return isDelta === 1 ? 'sum' : 'avg'
}

/** The data that a query may see. */
async function scopeOf(
  { projects, clock }: QueryContext,
  caller: ApiCaller,
  query: SeriesQuery | MetricsQuery,
): Promise<TelemetryScope> {
  const window = resolveTimeWindow(query, clock())
  return resolveScope(projects, caller, { projectId: query.project_id, window })
}

function ofOwner({ organizationId, projectId }: TelemetryScope): Filter {
  return allOf(ofOrganization(organizationId), ofProject(projectId))
}

function ofScope(scope: TelemetryScope): Filter {
  return allOf(ofOwner(scope), withinWindow('timestamp', scope.window))
}

async function readMetrics(store: TelemetryReader, points: Filter, order: string): Promise<StoredMetric[]> {
  return store.read<StoredMetric>({
    name: 'dataPointMetrics',
    sql: `
      SELECT name, kind, unit, max(is_monotonic) AS isMonotonic, max(temporality = 'delta') AS isDelta,
        uniqExact(series) AS series, toUnixTimestamp64Milli(max(timestamp)) AS lastSeenMs
      FROM (SELECT name, kind, unit, temporality, is_monotonic, series, timestamp FROM data_points WHERE ${points.sql})
      GROUP BY name, kind, unit
      ORDER BY ${order.replace('points', 'count()')}`,
    parameters: points.parameters,
  })
}
