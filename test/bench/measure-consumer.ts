import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { batchMetaCodec } from '@signalbox/contracts'
import {
  createConsumerRole,
  createWorkerProcessor,
  consumerGroup,
  noProjectSettings,
  noSightings,
} from '@signalbox/consumer'
import { createMemoryLog, type LogRecordInput } from '@signalbox/event-log'
import { silentLog } from '@signalbox/service-kit'
import { createStoreClient, createTelemetryWriter, migrate, type StoreClient } from '@signalbox/telemetry-store'
import { eventually } from '../support/eventually.js'
import { createRandom } from '../support/random.js'
import { median, type Measurement } from './report.js'

const rounds = 5
const requests = 60
const spansPerRequest = 2_000
const retentionDays = { spans: 30, metrics: 30, logs: 30 }

/**
 * Rows stored a second: by the consumer from log records (decode, normalize, encode, plan, insert with fsync, commit),
 * against the same rows as objects, inserted straight through the client in batches of the same size.
 */
export async function measureConsumer(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  const spans = createSpans()
  const ours: number[] = []
  const straight: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    straight.push(await measureStraight(client, spans))
    ours.push(await measureRole(client, spans))
  }
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return [
    { name: 'consumer, span rows', value: median(ours), unit: 'rows/s', baseline: median(straight), aim: 'ratio 0.8' },
  ]
}

type Span = ReturnType<typeof createSpans>[number][number]

function createSpans() {
  const random = createRandom(11)
  const now = Date.now()
  return Array.from({ length: requests }, () =>
    Array.from({ length: spansPerRequest }, (_, index) => ({
      trace_id: random.hex(32),
      span_id: random.hex(16),
      // One in five is a root, as in real traces; roots are stored a second time.
      parent_span_id: index % 5 === 0 ? null : random.hex(16),
      service: `service-${random.integer(1, 7)}`,
      operation: `operation-${random.integer(1, 200)}`,
      start_time: new Date(now - random.integer(0, 60_000)).toISOString(),
      duration_ms: random.integer(1, 500),
      status: 'ok',
      attributes: { 'http.request.method': 'GET', 'server.address': `host-${random.integer(1, 50)}` },
    })),
  )
}

async function measureRole(client: StoreClient, spans: readonly Span[][]): Promise<number> {
  const eventLog = createMemoryLog()
  const meta = { organizationId: 'bench', receivedAt: Date.now(), encoding: 'identity' as const, omitted: [] }
  for (const request of spans) {
    const value = Buffer.from(JSON.stringify({ spans: request }))
    const record: LogRecordInput = { headers: batchMetaCodec.encode(meta), value, rows: request.length }
    await eventLog.append('spans', [record])
  }
  const processor = createWorkerProcessor({ retentionDays })
  const role = createConsumerRole({
    eventLog,
    writer: createTelemetryWriter(client),
    processor,
    projectSettings: noProjectSettings,
    sightings: noSightings,
    log: silentLog,
  })
  const before = performance.now()
  role.start()
  await eventually(
    async () => {
      const lag = (await eventLog.lag(consumerGroup)).find(({ topic }) => topic === 'spans')
      if (lag?.records !== 0) throw new Error(`${lag?.records ?? 'all'} records are left`)
    },
    { withinMs: 120_000, everyMs: 5 },
  )
  const seconds = (performance.now() - before) / 1_000
  await role.stop()
  await processor.close()
  return countRows(spans) / seconds
}

async function measureStraight(client: StoreClient, spans: readonly Span[][]): Promise<number> {
  const position = { log_topic: 'bench', log_partition: 0, log_offset: 1 }
  const rows = spans.flat().map((span) => ({
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
  await insertInBatches(client, 'spans', rows, 20_000)
  await insertInBatches(client, 'root_spans', roots, 4_000)
  return countRows(spans) / ((performance.now() - before) / 1_000)
}

async function insertInBatches(client: StoreClient, table: string, rows: readonly object[], size: number) {
  const settings = { async_insert: 0 } as const
  for (let start = 0; start < rows.length; start += size) {
    const values = rows.slice(start, start + size)
    await client.clickhouse.insert({ table, values, format: 'JSONEachRow', clickhouse_settings: settings })
  }
}

/** Rows of both tables. */
function countRows(spans: readonly Span[][]): number {
  return spans.flat().length + spans.flat().filter(({ parent_span_id }) => parent_span_id === null).length
}
