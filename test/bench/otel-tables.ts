import type { StoreClient } from '@signalbox/telemetry-store'

/**
 * Tables as created by the OpenTelemetry collector's ClickHouse exporter by default (2026 version): columns, order,
 * compression and indexes. Filled from Signalbox's tables, so both contain the same items.
 */
interface PeerTable {
  /** Columns with their types. All are compressed with ZSTD(1); times and durations use an additional codec first. */
  columns: Readonly<Record<string, string>>
  /** Maps with bloom filter indexes on names and values. */
  maps: readonly string[]
  indexes: readonly string[]
  day: string
  order: string
  /** Expressions for the non-empty columns, based on Signalbox's table. */
  filled: Readonly<Record<string, string>>
  from: string
  /** An additional table with its own fill statement. */
  beside?: { columns: string; order: string; sql: string }
}

const attributes = 'Map(LowCardinality(String), String)'
const word = 'LowCardinality(String)'
const traceIndex = 'TraceId TYPE bloom_filter(0.001) GRANULARITY 1'
const ofTrace = { TraceId: 'String', SpanId: 'String' }
const ofLogs = {
  Timestamp: 'DateTime64(9)',
  ...ofTrace,
  TraceFlags: 'UInt8',
  SeverityText: word,
  SeverityNumber: 'UInt8',
  ServiceName: word,
  Body: 'String',
  ResourceSchemaUrl: word,
  ResourceAttributes: attributes,
  ScopeSchemaUrl: word,
  ScopeName: 'String',
  ScopeVersion: word,
  ScopeAttributes: attributes,
  LogAttributes: attributes,
}
const logs: Omit<PeerTable, 'filled' | 'from'> = {
  columns: ofLogs,
  maps: ['ResourceAttributes', 'ScopeAttributes', 'LogAttributes'],
  indexes: [
    traceIndex,
    'Body TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 8',
    'Body TYPE ngrambf_v1(4, 32768, 3, 0) GRANULARITY 1',
  ],
  day: 'toDate(Timestamp)',
  order: 'ServiceName, toDateTime(Timestamp), Timestamp',
}

// The exporter stores exceptions as log records; data without an attribute, such as frames with their lines, is
// omitted.
const exceptions: PeerTable = {
  ...logs,
  filled: {
    Timestamp: 'timestamp',
    TraceId: 'trace_id',
    SpanId: 'span_id',
    SeverityText: 'level',
    ServiceName: 'project_id',
    Body: 'message',
    ResourceAttributes:
      "map('service.version', release, 'deployment.environment.name', environment, 'telemetry.sdk.name', sdk_name)",
    LogAttributes: `mapConcat(map('exception.type', toString(exception_type), 'exception.message', exception_value,
      'exception.stacktrace', stack_trace, 'user', user), mapApply((k, v) -> (toString(k), v), tags))`,
  },
  from: 'events',
}

export const peerTables: Readonly<
  Record<'error' | 'error without its payload' | 'span' | 'log' | 'metric value', PeerTable>
> = {
  'error without its payload': exceptions,
  error: {
    ...exceptions,
    filled: {
      ...exceptions.filled,
      LogAttributes: `mapConcat(${exceptions.filled.LogAttributes ?? ''}, map('event', payload))`,
    },
  },
  log: {
    ...logs,
    filled: {
      Timestamp: 'timestamp',
      TraceId: 'trace_id',
      SpanId: 'span_id',
      SeverityText: 'level',
      SeverityNumber: 'severity_number',
      ServiceName: 'service',
      Body: 'body',
      ResourceAttributes:
        "map('service.version', release, 'deployment.environment.name', environment, 'telemetry.sdk.name', sdk_name)",
      LogAttributes: 'attributes',
    },
    from: 'logs',
  },
  span: {
    columns: {
      Timestamp: 'DateTime64(9)',
      ...ofTrace,
      ParentSpanId: 'String',
      TraceState: 'String',
      SpanName: word,
      SpanKind: word,
      ServiceName: word,
      ResourceAttributes: attributes,
      ScopeName: 'String',
      ScopeVersion: 'String',
      SpanAttributes: attributes,
      Duration: 'UInt64',
      StatusCode: word,
      StatusMessage: 'String',
    },
    maps: ['ResourceAttributes', 'SpanAttributes'],
    indexes: [
      traceIndex,
      'Duration TYPE minmax GRANULARITY 1',
      'lower(SpanName) TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 8',
    ],
    day: 'toDate(Timestamp)',
    order: 'ServiceName, SpanName, toDateTime(Timestamp), Timestamp',
    filled: {
      Timestamp: 'start_time',
      TraceId: 'trace_id',
      SpanId: 'span_id',
      ParentSpanId: 'parent_span_id',
      SpanName: 'operation',
      ServiceName: 'service',
      SpanAttributes: 'attributes',
      Duration: 'duration_us * 1000',
      StatusCode: 'status',
    },
    from: 'spans',
    // A trace's time range by id.
    beside: {
      columns: `TraceId String CODEC(ZSTD(1)), Start DateTime CODEC(Delta, ZSTD(1)), End DateTime CODEC(Delta, ZSTD(1)),
        INDEX looked_up TraceId TYPE bloom_filter(0.01) GRANULARITY 1`,
      order: 'TraceId, Start',
      sql: 'SELECT trace_id, min(start_time), max(start_time) FROM spans GROUP BY trace_id',
    },
  },
  'metric value': {
    columns: {
      ResourceAttributes: attributes,
      ServiceName: word,
      MetricName: 'String',
      MetricDescription: 'String',
      MetricUnit: 'String',
      Attributes: attributes,
      StartTimeUnix: 'DateTime64(9)',
      TimeUnix: 'DateTime64(9)',
      Value: 'Float64',
      Flags: 'UInt32',
    },
    maps: ['ResourceAttributes', 'Attributes'],
    indexes: [],
    day: 'toDate(TimeUnix)',
    order: 'ServiceName, MetricName, Attributes, toUnixTimestamp64Nano(TimeUnix)',
    filled: {
      ResourceAttributes: `map('k8s.cluster.name', toString(cluster), 'k8s.namespace.name', toString(namespace),
        'k8s.pod.name', toString(pod), 'k8s.container.name', toString(container), 'k8s.node.name', toString(node))`,
      MetricName: 'sample.1',
      TimeUnix: 'timestamp',
      StartTimeUnix: 'timestamp',
      Value: 'sample.2',
    },
    from: `(SELECT *, arrayJoin([('cpu', assumeNotNull(cpu_usage_cores)), ('memory', toFloat64(assumeNotNull(memory_usage_bytes))),
      ('rx', toFloat64(assumeNotNull(network_rx_bytes))), ('tx', toFloat64(assumeNotNull(network_tx_bytes)))]) AS sample
      FROM container_metrics)`,
  },
}

function packed(type: string): string {
  if (type === 'DateTime64(9)') return 'CODEC(Delta(8), ZSTD(1))'
  return type === 'UInt64' ? 'CODEC(T64, ZSTD(1))' : 'CODEC(ZSTD(1))'
}

/**
 * Creates, fills and fully merges a table, and `<name>_beside` if there is one.
 * @returns its number of rows.
 */
export async function fillPeerTable(client: StoreClient, name: string, table: PeerTable): Promise<number> {
  const looked = table.maps.flatMap((map) =>
    ['mapKeys', 'mapValues'].map((part) => `${part}(${map}) TYPE bloom_filter(0.01) GRANULARITY 1`),
  )
  const lines = [
    ...Object.entries(table.columns).map(([column, type]) => `${column} ${type} ${packed(type)}`),
    ...[...table.indexes, ...looked].map((index, number) => `INDEX looked_up_${number} ${index}`),
  ]
  const statements = [
    `CREATE TABLE ${name} (${lines.join(', ')}) ENGINE = MergeTree PARTITION BY ${table.day} ORDER BY (${table.order})`,
    `INSERT INTO ${name} (${Object.keys(table.filled).join(', ')}) SELECT ${Object.values(table.filled).join(', ')} FROM ${table.from}`,
    `OPTIMIZE TABLE ${name} FINAL`,
  ]
  if (table.beside !== undefined) {
    const { columns, order, sql } = table.beside
    const beside = `${name}_beside`
    statements.push(
      `CREATE TABLE ${beside} (${columns}) ENGINE = MergeTree PARTITION BY toDate(Start) ORDER BY (${order})`,
      `INSERT INTO ${beside} ${sql}`,
      `OPTIMIZE TABLE ${beside} FINAL`,
    )
  }
  for (const query of statements) await client.clickhouse.command({ query })
  const counted = await client.clickhouse.query({ query: `SELECT count() AS rows FROM ${name}`, format: 'JSONEachRow' })
  const [row] = await counted.json<{ rows: string }>()
  return Number(row?.rows)
}
