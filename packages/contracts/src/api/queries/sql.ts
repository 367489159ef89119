import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'

/** Tables that SQL may read. Each shows the rows of the caller's organization within the requested range. */
export const sqlTables = [
  'error_events',
  'trace_spans',
  'log_entries',
  'container_samples',
  'metric_samples',
  'app_measurements',
] as const
export type SqlTable = (typeof sqlTables)[number]

/** Columns of a table with short descriptions. */
export type SqlColumns = Readonly<Record<string, string>>

/** Columns of each table. */
export const sqlColumns: Readonly<Record<SqlTable, SqlColumns>> = {
  error_events: {
    timestamp: 'DateTime64',
    project_id: '',
    event_id: '32 hex digits',
    level: 'fatal, error, warning, info, debug',
    message: '',
    exception_type: '',
    exception_value: '',
    handled: 'true, false, or empty',
    title: '',
    culprit: '',
    platform: '',
    release: '',
    environment: '',
    server_name: '',
    transaction: '',
    trace_id: '',
    tags: 'Map of texts',
    fingerprint: 'of the issue',
    times_seen: 'occurrences represented by the row',
    stack_trace: '',
  },
  trace_spans: {
    timestamp: 'start, DateTime64',
    project_id: '',
    trace_id: '32 hex digits',
    span_id: '',
    parent_span_id: 'empty for roots',
    service: '',
    operation: '',
    duration_ms: 'Float64',
    status: 'ok, error or another value',
    http_status: '0 when unknown',
    attributes: 'Map of texts',
  },
  log_entries: {
    timestamp: 'DateTime64',
    project_id: '',
    level: 'trace, debug, info, warn, error, fatal',
    body: 'the text',
    service: '',
    release: '',
    environment: '',
    trace_id: '',
    attributes: 'Map of texts',
  },
  container_samples: {
    timestamp: 'DateTime64',
    cluster: '',
    namespace: '',
    pod: '',
    container: '',
    node: '',
    cpu_usage_cores: 'Nullable',
    memory_usage_bytes: 'Nullable',
    network_rx_bytes: 'a counter',
    network_tx_bytes: 'a counter',
  },
  metric_samples: {
    timestamp: 'DateTime64',
    cluster: '',
    namespace: '',
    pod: '',
    container: '',
    node: '',
    metric_name: '',
    value: 'Float64',
  },
  app_measurements: {
    timestamp: 'DateTime64',
    project_id: '',
    name: '',
    type: 'counter, gauge or distribution',
    unit: '',
    value: 'Float64',
    service: '',
    release: '',
    environment: '',
    attributes: 'Map of texts',
  },
}

const tableTexts = sqlTables.map((table) => `\`${table}\` (${Object.keys(sqlColumns[table]).join(', ')})`)

export const querySql = defineRoute({
  id: 'querySql',
  tag: 'Telemetry queries',
  method: 'post',
  path: '/api/v1/telemetry/query/sql/',
  scope: 'telemetry:read',
  rateLimit: 'query',
  summary: 'Run one ClickHouse SELECT over the telemetry of a range',
  description:
    `Tables: ${tableTexts.join('; ')}. They contain the organization's rows within the range; nothing else ` +
    'can be read. Subqueries, joins, unions and window functions are supported. WITH, SETTINGS, FORMAT, ' +
    'comments, quoted identifiers, backslashes and functions other than calculations are rejected with 400. ' +
    'Functions that read the clock are unavailable, so the same request always returns the same result.',
  body: Closed({
    sql: Type.String({
      minLength: 1,
      maxLength: limits.query.sqlLengthMax,
      description: 'One SELECT, without a semicolon',
    }),
    start: { ...Timestamp, description: 'Start of the range, inclusive' },
    end: { ...Timestamp, description: 'End of the range, exclusive' },
  }),
  status: 200,
  response: Closed({
    rows: Type.Array(MapOf(Type.Unknown()), {
      description: `Keyed by column name, at most ${limits.query.sqlRowsMax}; non-finite numbers are null`,
    }),
    has_more: Type.Boolean({ description: 'Whether rows were omitted' }),
  }),
})
export type SqlResponse = Static<typeof querySql.response>
