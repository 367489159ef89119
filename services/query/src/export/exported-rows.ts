import type { ExportedKind } from '@signalbox/contracts'

/** How complete rows of a kind are read. */
export interface ExportedRows {
  /** Time column that the range applies to. */
  time: string
  /** True if rows belong to projects. */
  hasProject: boolean
  /** A SELECT of the rows that meet a condition. */
  select(condition: string): string
  /** Columns that make the order total, in terms of the selection. */
  order: string
  /** Bytes of a row's unbounded columns. */
  bytes: string
}

const micros = (column: string) => `toUnixTimestamp64Micro(${column}) AS time_us`
const millisAsMicros = 'toUnixTimestamp64Milli(timestamp) * 1000 AS time_us'
const labels = 'cluster, namespace, pod, container, node'

/** Values of the documented metrics as one entry each, like the others are stored. */
const containerValues = `arrayFilter(each -> isNotNull(each.2), [
  ('cpu_usage_cores', cpu_usage_cores), ('memory_usage_bytes', memory_usage_bytes),
  ('network_rx_bytes', network_rx_bytes), ('network_tx_bytes', network_tx_bytes)])`

/** Rows of each kind, without columns added by the installation itself: owners, receive times, log positions. */
export const exportedRows = {
  event: {
    time: 'timestamp',
    hasProject: true,
    select: (condition) =>
      `SELECT project_id, ${millisAsMicros}, event_id, fingerprint, times_seen, payload FROM events WHERE ${condition}`,
    order: 'time_us, event_id, project_id',
    bytes: 'length(payload)',
  },
  span: {
    time: 'start_time',
    hasProject: true,
    select: (condition) =>
      `SELECT project_id, ${micros('start_time')}, trace_id, span_id, parent_span_id, service, operation, duration_us,
         status, attributes, resource, events, links FROM spans WHERE ${condition}`,
    order: 'time_us, trace_id, span_id, project_id, operation, duration_us',
    bytes: 'length(toString(attributes)) + length(toString(resource)) + length(events) + length(links)',
  },
  log: {
    time: 'timestamp',
    hasProject: true,
    select: (condition) =>
      `SELECT project_id, ${micros('timestamp')}, sequence, level, severity_number, body, trace_id, span_id, sdk_name,
         attributes FROM logs WHERE ${condition}`,
    order: 'time_us, sequence, project_id, trace_id, span_id, body',
    bytes: 'length(body) + length(toString(attributes))',
  },
  sample: {
    time: 'timestamp',
    hasProject: false,
    select: (condition) => `
      SELECT ${millisAsMicros}, ${labels}, each.1 AS metric_name, assumeNotNull(each.2) AS value
        FROM container_metrics ARRAY JOIN ${containerValues} AS each WHERE ${condition}
      UNION ALL
      SELECT ${millisAsMicros}, ${labels}, metric_name, value FROM metric_points WHERE ${condition}`,
    order: `time_us, ${labels}, metric_name, value`,
    bytes: '100',
  },
  app_metric: {
    time: 'timestamp',
    hasProject: true,
    select: (condition) =>
      `SELECT project_id, ${micros('timestamp')}, name, type, unit, value, trace_id, span_id, sdk_name, attributes
         FROM app_metrics WHERE ${condition}`,
    order: 'time_us, project_id, name, trace_id, span_id, value',
    bytes: 'length(toString(attributes))',
  },
  data_point: {
    time: 'timestamp',
    hasProject: true,
    select: (condition) =>
      `SELECT project_id, ${micros('timestamp')}, toUnixTimestamp64Micro(start_time) AS start_us, name, kind, unit, temporality,
         is_monotonic, value, count, sum, min, max, bounds, counts, quantiles, quantile_values, trace_id, attributes,
         resource FROM data_points WHERE ${condition}`,
    order: 'time_us, project_id, name, toString(attributes), toString(resource), start_us, value, count, sum',
    bytes: '16 * length(bounds) + length(toString(attributes)) + length(toString(resource))',
  },
} satisfies Record<ExportedKind, ExportedRows>
