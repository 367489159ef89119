import type { StoreClient } from '@signalbox/telemetry-store'

export interface DatasetSize {
  /** Number of inserts for the day. */
  chunks: number
  pods: number
  nodes: number
  samplesPerPod: number
  traces: number
  spansPerTrace: number
  events: number
  /** Number of issues that the events belong to. */
  issues: number
  logs: number
  /** Points of five gauges, a minute apart. */
  dataPoints: number
}

/** One day of a mid-sized installation: 500 pods × 15 s × 4 metrics, 5 M spans in 1 M traces, 1 M errors. */
export const datasetSize: DatasetSize = {
  chunks: 12,
  pods: 500,
  nodes: 20,
  samplesPerPod: 5_760,
  traces: 1_000_000,
  spansPerTrace: 5,
  events: 1_000_000,
  issues: 300,
  logs: 0,
  dataPoints: 0,
}

/** One of the days of a month with 50 M spans, 100 M samples and data points, 5 M errors of 10 000 issues, and 10 M log entries. */
export const dayOfMonthSize: DatasetSize = {
  chunks: 6,
  pods: 500,
  nodes: 20,
  samplesPerPod: 5_760,
  traces: 333_336,
  spansPerTrace: 5,
  events: 166_668,
  issues: 10_000,
  logs: 333_336,
  dataPoints: 453_600,
}

export const organizationId = 'bench'
export const projectIds = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002']

const daySeconds = 86_400

/**
 * Fills the tables with server-side queries that generate 24 hours of data, a few hours at a time, so that there are as
 * many parts as after a day of inserts.
 * @param endMs timestamp of the newest row in Unix milliseconds.
 */
export async function fillDataset(client: StoreClient, endMs: number, size = datasetSize): Promise<void> {
  const { chunks } = size
  const statements = statementsOf(size)
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const start = Math.floor(endMs / 1_000) - daySeconds + chunk * (daySeconds / chunks)
    const parameters = { start, organization: organizationId, projects: projectIds }
    for (const statement of statements) {
      await client.clickhouse.command({ query: statement, query_params: parameters })
    }
  }
}

const spanColumns = `organization_id, project_id, start_time, trace_id, span_id, service, operation, duration_us, status`

function statementsOf(size: DatasetSize): string[] {
  const { chunks, pods, nodes } = size
  const rowsPerChunk = {
    samples: (pods * size.samplesPerPod) / chunks,
    capacities: (nodes * 2 * 1_440) / chunks,
    spans: Math.floor(size.traces / chunks) * size.spansPerTrace,
    events: Math.floor(size.events / chunks),
    logs: Math.floor(size.logs / chunks),
    points: Math.floor(size.dataPoints / chunks),
  }
  const chunkSeconds = daySeconds / chunks
  const microsecondsPerTrace = Math.floor((chunkSeconds * 1e6) / (size.traces / chunks))
  const pointsPerMinute = Math.max(1, Math.round((rowsPerChunk.points * 60) / chunkSeconds))
  const millisecondsPerEvent = Math.floor((chunkSeconds * 1e3) / rowsPerChunk.events)
  return [
    `INSERT INTO container_metrics (organization_id, timestamp, cluster, namespace, pod, container, node,
     cpu_usage_cores, memory_usage_bytes, network_rx_bytes, network_tx_bytes)
   SELECT {organization:String}, fromUnixTimestamp64Milli(({start:Int64} + intDiv(number, ${pods}) * ${daySeconds / size.samplesPerPod}) * 1000),
     'prod', 'ns-' || toString(pod % 10), 'pod-' || toString(pod), 'main', 'node-' || toString(pod % ${nodes}),
     rand() / 4294967296, 1e8 + (rand(1) % 1000000) * 100, intDiv(number, ${pods}) * 1000., intDiv(number, ${pods}) * 500.
   FROM (SELECT number, number % ${pods} AS pod FROM numbers(${rowsPerChunk.samples}))`,
    `INSERT INTO metric_points (organization_id, timestamp, cluster, namespace, pod, container, node, metric_name, value)
   SELECT {organization:String}, fromUnixTimestamp64Milli(({start:Int64} + intDiv(number, ${2 * nodes}) * 60) * 1000), 'prod', '', '', '',
     'node-' || toString(intDiv(number, 2) % ${nodes}),
     number % 2 = 0 ? 'node_cpu_capacity_cores' : 'node_memory_capacity_bytes', number % 2 = 0 ? 16 : 68719476736
   FROM numbers(${rowsPerChunk.capacities})`,
    `INSERT INTO spans (${spanColumns}, parent_span_id, is_http_entry, http_status, attributes)
   SELECT {organization:String}, {projects:Array(String)}[1 + trace % 2],
     fromUnixTimestamp64Micro({start:Int64} * 1000000 + trace * ${microsecondsPerTrace} + position * 1000),
     lower(hex(sipHash128(trace, {start:Int64}))), lower(hex(cityHash64(number, {start:Int64}))),
     'service-' || toString(number % 7), 'operation-' || toString(cityHash64(number) % 200), rand() % 500000,
     rand(1) % 20 = 0 ? 'error' : 'ok',
     position = 0 ? '' : lower(hex(cityHash64(number - position, {start:Int64}))), position = 0, position = 0 ? 200 : 0,
     map('http.request.method', 'GET', 'server.address', 'host-' || toString(rand(2) % 50))
   FROM (SELECT number, intDiv(number, 5) AS trace, number % 5 AS position FROM numbers(${rowsPerChunk.spans}))`,
    `INSERT INTO root_spans (${spanColumns})
   SELECT ${spanColumns} FROM spans WHERE parent_span_id = '' AND organization_id = {organization:String}
     AND start_time >= fromUnixTimestamp64Micro({start:Int64} * 1000000)
     AND start_time < fromUnixTimestamp64Micro(({start:Int64} + ${chunkSeconds}) * 1000000)`,
    `INSERT INTO events (organization_id, project_id, timestamp, event_id, level, message, exception_type, exception_value,
     platform, sdk_name, release, environment, fingerprint, tags, stack_trace, payload, received_at)
   SELECT {organization:String}, {projects:Array(String)}[1 + number % 2],
     fromUnixTimestamp64Milli({start:Int64} * 1000 + number * ${millisecondsPerEvent}),
     lower(hex(sipHash128(number, {start:Int64}))), ['error', 'fatal', 'warning', 'info'][1 + rand() % 4],
     'request ' || toString(number) || ' failed at upstream ' || toString(rand(1) % 1000),
     'Type' || toString(number % 20) || 'Error', 'value ' || toString(rand(2) % 100000) || ' could not be read', 'node',
     'sentry.javascript.node', 'shop@1.2.3', 'production', lower(hex(sipHash128(${size.issues === 300 ? 'number' : 'cityHash64(number, {start:Int64})'} % ${size.issues}))),
     map('region', 'eu-' || toString(number % 4)),
     repeat('at function' || toString(number % 100) || ' (file.js:10:20)\\n', 25), '{}',
     fromUnixTimestamp64Milli({start:Int64} * 1000 + number * ${millisecondsPerEvent})
   FROM numbers(${rowsPerChunk.events})`,
    `INSERT INTO logs (organization_id, project_id, timestamp, sequence, level, severity_number, body, service, environment, attributes, received_at)
   SELECT {organization:String}, {projects:Array(String)}[1 + number % 2],
     fromUnixTimestamp64Micro({start:Int64} * 1000000 + intDiv(number * ${chunkSeconds} * 1000000, ${Math.max(rowsPerChunk.logs, 1)})) AS at,
     number, ['info', 'warn', 'error'][1 + number % 3], [9, 13, 17][1 + number % 3],
     'order ' || toString(number) || ' took ' || toString(rand() % 1000) || ' ms at upstream ' || toString(number % 40),
     'service-' || toString(number % 7), 'production', map('region', 'eu-' || toString(number % 4)), at
   FROM numbers(${rowsPerChunk.logs})`,
    `INSERT INTO data_points (organization_id, project_id, name, kind, unit, timestamp, start_time, service, value, attributes, series, received_at)
   SELECT {organization:String}, {projects:Array(String)}[1], 'queue.length.' || toString(number % 5) AS name, 'gauge', '1',
     fromUnixTimestamp64Micro(({start:Int64} + intDiv(number, ${pointsPerMinute}) * 60) * 1000000) AS at, at, 'service-' || toString(worker % 7),
     rand() % 1000, map('worker', toString(worker)), hex(cityHash64(name, worker)), at
   FROM (SELECT number, intDiv(number % ${pointsPerMinute}, 5) AS worker FROM numbers(${rowsPerChunk.points}))`,
  ]
}
