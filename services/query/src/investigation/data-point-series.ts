import { limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { aggregateMovement } from '../data-points/aggregate-gains.js'
import { selectMovement, type StoredMovement } from '../data-points/stored-gains.js'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization, ofProject, withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import type { StoredPoint } from './metric-points.js'

/** What to read of the data points. */
export interface DataPointRequest {
  scope: TelemetryScope
  /** All that were sent. */
  metrics: readonly StoredMetric[]
  intervalMs: number
  /** Maximum data points read. Beyond it, the metrics with the most points are left out. */
  pointsMax?: number
}

/**
 * Reads the data points of OpenTelemetry and Prometheus by service, metric and time, like `readAppPoints` does for
 * application metrics: one value per interval, of all series together.
 */
export async function readDataPointSeries(
  store: TelemetryReader,
  { scope, metrics, intervalMs, pointsMax = limits.query.comparedDataPointsMax }: DataPointRequest,
): Promise<StoredPoint[]> {
  if (metrics.length === 0) return []
  const owner = allOf(ofOrganization(scope.organizationId), ofProject(scope.projectId))
  const filter = areAllRead(metrics, pointsMax) ? owner : allOf(owner, affordableMetrics(scope, pointsMax))
  const onlyGauges = metrics.every(({ kind }) => kind === 'gauge')
  const moved = await store.read<StoredMovement>({
    name: 'dataPointSeries',
    ...selectMovement({ scope, filter, intervalMs, onlyGauges }),
  })
  return moved.flatMap(({ service, metric, startMs, ...movement }): StoredPoint[] => {
    const value = aggregateMovement(movement)
    return value === null ? [] : [{ service, metric, kind: 'gauge', startMs, value, rate: null }]
  })
}

/** A metric of a service with one kind and unit. */
export interface StoredMetric {
  service: string
  name: string
  kind: string
  points: number
}

/** The metrics of each service, by kind and unit. */
export function readDataPointMetrics(store: TelemetryReader, scope: TelemetryScope): Promise<StoredMetric[]> {
  const measured = withinScope(scope, 'timestamp')
  return store.read({
    name: 'dataPointSeriesMetrics',
    sql: `
      SELECT any(of.service) AS service, any(of.name) AS name, any(of.kind) AS kind, count() AS points
      FROM data_points AS of WHERE ${measured.sql}
      GROUP BY cityHash64(of.service, of.name, of.kind, of.unit)`,
    parameters: measured.parameters,
  })
}

/** Number of metrics, whatever their kinds and units. */
export function countNames(metrics: readonly StoredMetric[]): number {
  return new Set(metrics.map(({ service, name }) => JSON.stringify([service, name]))).size
}

/** True if no metric has several kinds or units, and all points may be read. */
function areAllRead(metrics: readonly StoredMetric[], pointsMax: number): boolean {
  return countNames(metrics) === metrics.length && metrics.reduce((sum, { points }) => sum + points, 0) <= pointsMax
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
