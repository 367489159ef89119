import { limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { aggregateMovement } from '../data-points/aggregate-gains.js'
import { selectGains, type StoredGains } from '../data-points/stored-gains.js'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization, ofProject, withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import type { StoredPoint } from './metric-points.js'

/**
 * Reads the data points of OpenTelemetry and Prometheus by service, metric and time, like `readAppPoints` does for
 * application metrics: one value per interval, of all series together.
 * @param pointsMax Maximum data points read. Beyond it, the metrics with the most points are left out.
 */
export async function readDataPointSeries(
  store: TelemetryReader,
  scope: TelemetryScope,
  intervalMs: number,
  pointsMax: number = limits.query.comparedDataPointsMax,
): Promise<StoredPoint[]> {
  const owner = allOf(ofOrganization(scope.organizationId), ofProject(scope.projectId))
  const metrics = await readMetrics(store, scope)
  if (metrics.length === 0) return []
  const filter = areAllRead(metrics, pointsMax) ? owner : allOf(owner, affordableMetrics(scope, pointsMax))
  const onlyGauges = metrics.every(({ kind }) => kind === 'gauge')
  const names = { sql: '[service, name]', parameters: {} }
  const gains = await store.read<StoredGains>({
    name: 'dataPointSeries',
    ...selectGains({ scope, filter, names, intervalMs, onlyGauges }),
  })
  return gains.flatMap((gain): StoredPoint[] => {
    const [service = '', metric = ''] = gain.names
    const value = aggregateMovement(gain)
    return value === null ? [] : [{ service, metric, kind: 'gauge', startMs: gain.startMs, value, rate: null }]
  })
}

interface StoredMetric {
  service: string
  name: string
  kind: string
  points: number
}

/** The metrics of each service, by kind and unit. */
function readMetrics(store: TelemetryReader, scope: TelemetryScope): Promise<StoredMetric[]> {
  const measured = withinScope(scope, 'timestamp')
  return store.read({
    name: 'dataPointSeriesMetrics',
    sql: `
      SELECT service, name, kind, count() AS points FROM data_points WHERE ${measured.sql}
      GROUP BY service, name, kind, unit`,
    parameters: measured.parameters,
  })
}

/** True if no metric has several kinds or units, and all points may be read. */
function areAllRead(metrics: readonly StoredMetric[], pointsMax: number): boolean {
  const names = new Set(metrics.map(({ service, name }) => JSON.stringify([service, name])))
  return names.size === metrics.length && metrics.reduce((sum, { points }) => sum + points, 0) <= pointsMax
}

/**
 * Points of each metric under its most frequent kind and unit, for as many metrics as fit `pointsMax`, smallest first.
 */
function affordableMetrics(scope: TelemetryScope, pointsMax: number): Filter {
  const measured = withinScope(scope, 'timestamp')
  return {
    sql: `(service, name, kind, unit) IN (
      SELECT service, name, kind, unit
      FROM (
        SELECT *, sum(points) OVER (ORDER BY points, service, name ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS pointsSoFar
        FROM (
          SELECT service, name, kind, unit, count() AS points
          FROM data_points WHERE ${measured.sql}
          GROUP BY service, name, kind, unit
          ORDER BY points DESC, kind, unit
          LIMIT 1 BY service, name))
      WHERE pointsSoFar <= {pointsMax:UInt64})`,
    parameters: { ...measured.parameters, pointsMax },
  }
}
