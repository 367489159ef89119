import type { AppMetric, AppMetricList, AppMetricSeries, AppMetricType, queryAppMetrics } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { countLeftOut } from '../selection/attribute-budget.js'
import { allOf, type Filter } from '../selection/filter.js'
import { findNewestPage } from '../selection/newest-page.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, ofProject, resolveScope, withinWindow } from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'
import { matchingAppMetricCriteria } from './app-metric-filters.js'
import { gridOf } from './app-metric-interval.js'
import { readSamples, toAppMetricSample } from './app-metric-samples.js'
import { readSeries } from './app-metric-series.js'

type AppMetricsQuery = Parameters<RouteHandler<typeof queryAppMetrics>>[0]['query']

/** The measurements that a request selects. */
interface Selection {
  /** Without the time condition. */
  filter: Filter
  window: TimeWindow
}

/** The metrics within the range, or, with `name`, the series and measurements of one. */
export async function readAppMetrics(
  context: QueryContext,
  caller: ApiCaller,
  query: AppMetricsQuery,
): Promise<AppMetricList | AppMetricSeries> {
  const window = resolveTimeWindow(query, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const filter = allOf(
    ofOrganization(scope.organizationId),
    ofProject(scope.projectId),
    matchingAppMetricCriteria(query),
  )
  if (query.name === undefined) return listMetricNames(context, { filter, window }, query)
  return readMetric(context, { filter, window }, { ...query, name: query.name })
}

// Most recently seen first, ties by the fields that identify metrics.
async function listMetricNames(
  { store }: QueryContext,
  { filter, window }: Selection,
  page: { limit: number; offset: number },
): Promise<AppMetricList> {
  const rows = allOf(filter, withinWindow('timestamp', window))
  const [counted] = await store.read<{ total: number }>({
    name: 'appMetricsTotal',
    sql: `SELECT uniqExact(name, type, unit) AS total FROM app_metrics WHERE ${rows.sql}`,
    parameters: rows.parameters,
  })
  const metrics = await store.read<Omit<AppMetric, 'last_seen'> & { lastSeenMs: number }>({
    name: 'appMetricsPage',
    sql: `
      SELECT name, type, unit, count() AS count, toUnixTimestamp64Milli(max(timestamp)) AS lastSeenMs
      FROM app_metrics
      WHERE ${rows.sql}
      GROUP BY name, type, unit
      ORDER BY max(timestamp) DESC, name, type, unit
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: { ...rows.parameters, limit: page.limit, offset: page.offset },
  })
  return {
    metrics: metrics.map(({ lastSeenMs, ...metric }) => ({ ...metric, last_seen: new Date(lastSeenMs).toISOString() })),
    total: counted?.total ?? 0,
  }
}

async function readMetric(
  { store }: QueryContext,
  { filter, window }: Selection,
  query: AppMetricsQuery & { name: string },
): Promise<AppMetricSeries> {
  const grid = gridOf(window, query.interval_seconds)
  const interval = { name: query.name, interval_seconds: grid.intervalSeconds }
  const newest = await findNewest({ store }, { filter, window })
  if (newest === undefined) return { ...interval, ...nothing }
  const one = allOf(filter, {
    sql: 'type = {newestType:String} AND unit = {newestUnit:String}',
    parameters: { newestType: newest.type, newestUnit: newest.unit },
  })
  const series = await readSeries(store, { filter: one, window, grid, groupBy: query.group_by })
  const page = { limit: query.limit, offset: query.offset }
  const request = { name: 'appMetricHistogram', table: 'app_metrics', filter: one, window, page } as const
  const { total, rows } = await findNewestPage(store, request)
  const samples = rows === undefined ? [] : await readSamples(store, rows)
  return {
    ...interval,
    ...newest,
    ...series,
    samples: samples.map(toAppMetricSample),
    total,
    attributes_left_out: countLeftOut(samples),
  }
}

const nothing = {
  type: null,
  unit: null,
  series: [],
  others_left_out: 0,
  samples: [],
  total: 0,
  attributes_left_out: 0,
}

/** Counters and distributions, or seconds and bytes, make no sense in one series: the newest measurement decides. */
async function findNewest(
  { store }: Pick<QueryContext, 'store'>,
  { filter, window }: Selection,
): Promise<{ type: AppMetricType; unit: string } | undefined> {
  const rows = allOf(filter, withinWindow('timestamp', window))
  const [newest] = await store.read<{ type: AppMetricType; unit: string }>({
    name: 'appMetricNewest',
    sql: `SELECT type, unit FROM app_metrics WHERE ${rows.sql} ORDER BY timestamp DESC, type, unit LIMIT 1`,
    parameters: rows.parameters,
  })
  return newest
}
