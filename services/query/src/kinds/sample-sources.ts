import { containerMetricNames, type ContainerMetricName } from '@signalbox/contracts'
import { whereEqual, type Filter } from '../selection/filter.js'

/** Samples of the container table are one row for all documented metrics, so a row counts once per metric it carries. */
const columns: readonly ContainerMetricName[] = containerMetricNames

/** Where a metric's samples are: one column each of one table, or the rows of another. */
interface SampleSources {
  /** Columns of `container_metrics` to read. */
  containerColumns: readonly ContainerMetricName[]
  /** True if `metric_points` must be read. */
  points: boolean
}

function sourcesOf(metric: string | undefined): SampleSources {
  if (metric === undefined) return { containerColumns: columns, points: true }
  const column = columns.find((name) => name === metric)
  return column === undefined ? { containerColumns: [], points: true } : { containerColumns: [column], points: false }
}

export type BucketFunction = 'toStartOfMinute' | 'toStartOfHour'

/** Queries (`bucket`, `samples`) of the matching samples, to be joined by UNION ALL. */
export function countSamples(filter: Filter, metric: string | undefined, bucket: BucketFunction): Filter {
  const { containerColumns, points } = sourcesOf(metric)
  const name = whereEqual('metric_name', metric)
  const selects: string[] = []
  if (containerColumns.length > 0) {
    const samples = containerColumns.map((column) => `count(${column})`).join(' + ')
    selects.push(`
      SELECT ${bucket}(timestamp) AS bucket, ${samples} AS samples
      FROM container_metrics WHERE ${filter.sql} GROUP BY bucket`)
  }
  if (points) {
    selects.push(`
      SELECT ${bucket}(timestamp) AS bucket, count() AS samples
      FROM metric_points WHERE ${filter.sql} AND ${name?.sql ?? 'true'} GROUP BY bucket`)
  }
  return { sql: selects.join(' UNION ALL '), parameters: { ...filter.parameters, ...name?.parameters } }
}

const labels = 'timestamp, cluster, namespace, pod, container, node'

/** Queries of the matching samples, one row per metric name, to be joined by UNION ALL. */
export function listSamples(filter: Filter, metric: string | undefined): Filter {
  const { containerColumns, points } = sourcesOf(metric)
  const name = whereEqual('metric_name', metric)
  const selects = containerColumns.map(
    (column) => `
      SELECT ${labels}, '${column}' AS metric_name, assumeNotNull(${column}) AS value
      FROM container_metrics WHERE ${filter.sql} AND isNotNull(${column})`,
  )
  if (points) {
    selects.push(`
      SELECT ${labels}, metric_name, value
      FROM metric_points WHERE ${filter.sql} AND ${name?.sql ?? 'true'}`)
  }
  return { sql: selects.join(' UNION ALL '), parameters: { ...filter.parameters, ...name?.parameters } }
}
