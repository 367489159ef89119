import type { EncodedColumns, TableDefinition } from './definition.js'

/** One OpenTelemetry or Prometheus metric data point. Fields that its kind does not have are null or empty. */
export interface DataPointRow {
  organization_id: string
  /** Empty for points sent with an API key. */
  project_id: string
  name: string
  /** `gauge`, `sum`, `histogram`, `exponential_histogram` or `summary`. */
  kind: string
  unit: string
  /** `delta`, `cumulative`, or empty for kinds that do not accumulate. */
  temporality: string
  is_monotonic: 0 | 1
  /** Unix microseconds. */
  timestamp: number
  /** Start of the accumulation period in Unix microseconds; equal to `timestamp` if unknown. */
  start_time: number
  service: string
  /** For gauges and sums. */
  value: number | null
  count: number | null
  sum: number | null
  min: number | null
  max: number | null
  /** Upper bounds of the buckets, ascending; the last bucket is unbounded. */
  bounds: number[]
  /** One more entry than `bounds`, or empty. */
  counts: number[]
  /** For summaries: quantiles (0 to 1) and their values. */
  quantiles: number[]
  quantile_values: number[]
  attributes: Record<string, string>
  resource: Record<string, string>
  /** Hash that identifies the series, 16 hex digits. */
  series: string
  /** Trace of an exemplar measurement, 32 hex digits; empty if unknown. */
  trace_id: string
  /** When ingest received it, in Unix milliseconds. */
  received_at: number
  /** The encoded columns of the series, for rows that share them. Not a column. */
  encoded?: EncodedColumns
}

const seriesColumns = [
  'organization_id',
  'project_id',
  'name',
  'kind',
  'unit',
  'temporality',
  'is_monotonic',
  'service',
  'attributes',
  'resource',
  'series',
] as const

export const dataPointsTable: TableDefinition<DataPointRow> = {
  name: 'data_points',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    name: 'LowCardinality(String)',
    kind: 'LowCardinality(String)',
    unit: 'LowCardinality(String)',
    temporality: 'LowCardinality(String)',
    is_monotonic: 'UInt8',
    timestamp: "DateTime64(6, 'UTC')",
    start_time: "DateTime64(6, 'UTC')",
    service: 'LowCardinality(String)',
    value: 'Nullable(Float64)',
    count: 'Nullable(Float64)',
    sum: 'Nullable(Float64)',
    min: 'Nullable(Float64)',
    max: 'Nullable(Float64)',
    bounds: 'Array(Float64)',
    counts: 'Array(Float64)',
    quantiles: 'Array(Float64)',
    quantile_values: 'Array(Float64)',
    attributes: 'Map(LowCardinality(String), String)',
    resource: 'Map(LowCardinality(String), String)',
    series: 'FixedString(16)',
    trace_id: 'String',
    received_at: "DateTime64(3, 'UTC')",
  },
  repeated: { names: seriesColumns, encodedOf: ({ encoded }) => encoded },
  retention: { kind: 'metrics', column: 'timestamp' },
  partitionTimeMs: (row) => row.timestamp / 1_000,
}
