import { batchMetaCodec } from '@signalbox/contracts'
import type { LogRecordInput } from '@signalbox/event-log'
import type { StoreClient } from '@signalbox/telemetry-store'
import { createRandom } from '../support/random.js'

const requests = 60
const spansPerRequest = 2_000

/** Spans grouped by request. */
export type SpanLoad = ReturnType<typeof createSpanLoad>

/** Deterministic by seed except for the times, which are in the last second. Different seeds give different spans. */
export function createSpanLoad(seed: number) {
  const random = createRandom(seed)
  const now = Date.now()
  let trace = { id: '', root: '' }
  return Array.from({ length: requests }, () =>
    Array.from({ length: spansPerRequest }, (_, index) => {
      // One in five is a root, as in real traces; roots are stored a second time.
      const isRoot = index % 5 === 0
      if (isRoot) trace = { id: random.hex(32), root: random.hex(16) }
      return {
        trace_id: trace.id,
        span_id: isRoot ? trace.root : random.hex(16),
        parent_span_id: isRoot ? null : trace.root,
        service: `service-${random.integer(1, 7)}`,
        operation: `operation-${random.integer(1, 200)}`,
        start_time: new Date(now - random.integer(0, 1_000)).toISOString(),
        duration_ms: random.integer(1, 500),
        status: 'ok',
        attributes: { 'http.request.method': 'GET', 'server.address': `host-${random.integer(1, 50)}` },
      }
    }),
  )
}

/** Rows of both tables. */
export function countRows(load: SpanLoad): number {
  return load.flat().length + load.flat().filter(({ parent_span_id }) => parent_span_id === null).length
}

/** The requests as ingest appends them to the spans topic. */
export function toSpanRecords(load: SpanLoad): LogRecordInput[] {
  const meta = { organizationId: 'bench', receivedAt: Date.now(), encoding: 'identity' as const, omitted: [] }
  return load.map((request) => ({
    headers: batchMetaCodec.encode(meta),
    value: Buffer.from(JSON.stringify({ spans: request })),
    rows: request.length,
  }))
}

/**
 * Inserts the rows that the consumer would make of the load directly through the client.
 * @returns rows per second.
 */
export async function insertStraight(client: StoreClient, load: SpanLoad): Promise<number> {
  const position = { log_topic: 'bench', log_partition: 0, log_offset: 1 }
  const rows = load.flat().map((span) => ({
    organization_id: 'bench',
    project_id: '',
    start_time: Date.parse(span.start_time) * 1_000,
    trace_id: span.trace_id,
    span_id: span.span_id,
    parent_span_id: span.parent_span_id ?? '',
    service: span.service,
    operation: span.operation,
    duration_us: span.duration_ms * 1_000,
    status: span.status,
    is_http_entry: 1,
    http_status: 0,
    attributes: span.attributes,
    ...position,
  }))
  const roots = rows
    .filter(({ parent_span_id }) => parent_span_id === '')
    .map(({ attributes: _a, is_http_entry: _h, http_status: _s, parent_span_id: _p, ...root }) => root)
  const before = performance.now()
  await insertInBatches(client, { table: 'spans', rows, size: 20_000 })
  await insertInBatches(client, { table: 'root_spans', rows: roots, size: 4_000 })
  return countRows(load) / ((performance.now() - before) / 1_000)
}

async function insertInBatches(
  client: StoreClient,
  { table, rows, size }: { table: string; rows: readonly object[]; size: number },
): Promise<void> {
  const settings = { async_insert: 0 } as const
  for (let start = 0; start < rows.length; start += size) {
    const values = rows.slice(start, start + size)
    await client.clickhouse.insert({ table, values, format: 'JSONEachRow', clickhouse_settings: settings })
  }
}
