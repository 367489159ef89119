import { limits, type MetricSeries, type MetricSeriesResponse, type queryMetricSeries } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { compareText } from '../selection/compare-text.js'
import { groupByKey } from '../selection/group-by-key.js'
import type { QueryContext } from '../reading/query-context.js'
import { resolveRangeScope } from './range-scope.js'
import { chooseInterval } from '../selection/interval.js'
import { countNames, readDataPointMetrics, readDataPointSeries } from './data-point-series.js'
import { countSeries, readAppPoints, readContainerPoints, type StoredPoint } from './metric-points.js'

type SeriesQuery = Parameters<RouteHandler<typeof queryMetricSeries>>[0]['query']

/** Container replicas are read individually, so many of them also require longer intervals. */
const replicasPerSeries = 20

/** Returns every metric as a series; if there are too many, those that moved most. */
export async function listMetricSeries(
  context: QueryContext,
  caller: ApiCaller,
  query: SeriesQuery,
): Promise<MetricSeriesResponse> {
  const { store } = context
  const scope = await resolveRangeScope(context, caller, query)
  const { interval_seconds: asked } = query
  const given = asked === undefined ? undefined : chooseInterval(scope.window, { asked, series: 1 })
  const [metrics, counted] = await Promise.all([
    readDataPointMetrics(store, scope),
    given === undefined ? countSeries(store, scope) : none,
  ])
  const series = countSeriesRead(counted, countNames(metrics))
  const intervalSeconds = given ?? chooseInterval(scope.window, { asked, series })
  const intervalMs = intervalSeconds * 1000
  const [app, dataPoints, container] = await Promise.all([
    readAppPoints(store, scope, intervalMs),
    readDataPointSeries(store, { scope, metrics, intervalMs }),
    scope.projectId === undefined ? readContainerPoints(store, scope, intervalMs) : [],
  ])
  const all = [...toSeries('app', withDataPoints(app, dataPoints)), ...toSeries('container', container)]
  return { interval_seconds: intervalSeconds, series: keepMoving(all), total: all.length }
}

const none = { answered: 0, sent: 0 }

function countSeriesRead({ answered, sent }: typeof none, dataPointMetrics: number): number {
  const returned = Math.min(answered + dataPointMetrics, limits.query.seriesMax)
  return Math.max(returned, (sent + dataPointMetrics) / replicasPerSeries)
}

/** Adds data points to other application metrics. A name that a service uses for both is returned once. */
function withDataPoints(app: readonly StoredPoint[], dataPoints: readonly StoredPoint[]): StoredPoint[] {
  const keys = new Set(app.map(seriesKey))
  return [...app, ...dataPoints.filter((point) => !keys.has(seriesKey(point)))]
}

function seriesKey({ service, metric }: StoredPoint): string {
  return JSON.stringify([service, metric])
}

function toSeries(source: MetricSeries['source'], points: readonly StoredPoint[]): MetricSeries[] {
  const groups = groupByKey(points, seriesKey)
  return [...groups.values()].map((own) => ({
    source,
    service: own[0].service,
    metric: own[0].metric,
    kind: own[0].kind,
    points: own.map(({ startMs, value, rate }) => ({ timestamp: new Date(startMs).toISOString(), value, rate })),
  }))
}

/** As many series as a response may contain, by points and by number; ordered by name. */
function keepMoving(series: readonly MetricSeries[]): MetricSeries[] {
  const { seriesMax, seriesPointsMax } = limits.query
  const ranked = series.map((one) => ({ one, movement: movementOf(one) })).sort((a, b) => b.movement - a.movement)
  let points = 0
  const kept = ranked.slice(0, seriesMax).filter(({ one }) => (points += one.points.length) <= seriesPointsMax)
  return kept
    .map(({ one }) => one)
    .sort(
      (a, b) => compareText(a.source, b.source) || compareText(a.service, b.service) || compareText(a.metric, b.metric),
    )
}

/** Range of the values relative to their mean; for counters, of their increases. */
function movementOf({ kind, points }: MetricSeries): number {
  const values = points.flatMap(({ value, rate }) => (kind === 'gauge' ? value : (rate ?? [])))
  if (values.length === 0) return 0
  const [least, greatest] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
  const mean = values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length
  return mean === 0 ? 0 : (greatest - least) / mean
}
