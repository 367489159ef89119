import { batchMetaCodec } from '@signalbox/contracts'
import type { LogRecordInput } from '@signalbox/event-log'
import type { TableName } from '@signalbox/telemetry-store/rows'
import { createRandom } from '../support/random.js'
import { createEnvelopes, envelopeHeaders } from './event-load.js'
import { createSpanLoad, toSpanRecords } from './span-load.js'

/** Requests as stored in the log, their number of items, and the tables these go to. */
export interface StorageLoad {
  topic: 'envelopes' | 'spans' | 'metrics'
  items: number
  records: LogRecordInput[]
  tables: readonly TableName[]
}

const events = 20_000
const logRequests = 400
const logsPerRequest = 100
const pods = 100
const samplesPerPod = 480
const sampleMs = 15_000

/** One load per kind of item. Deterministic except for the times. */
export function createStorageLoads(): Record<'error' | 'span' | 'log' | 'metric value', StorageLoad> {
  const spans = createSpanLoad(3)
  return {
    error: {
      topic: 'envelopes',
      items: events,
      records: createEnvelopes(events).map((value) => ({ headers: envelopeHeaders('identity'), value, rows: 1 })),
      tables: ['events'],
    },
    span: {
      topic: 'spans',
      items: spans.flat().length,
      records: toSpanRecords(spans),
      tables: ['spans', 'root_spans'],
    },
    log: {
      topic: 'envelopes',
      items: logRequests * logsPerRequest,
      records: createLogRecords(),
      tables: ['logs'],
    },
    'metric value': {
      topic: 'metrics',
      items: pods * samplesPerPod * 4,
      records: createSampleRecords(),
      tables: ['container_metrics'],
    },
  }
}

/** Lines of a web server's log in a protocol container item. */
function createLogRecords(): LogRecordInput[] {
  const random = createRandom(5)
  const startMs = Date.now() - logRequests * 1_000
  return Array.from({ length: logRequests }, (_, request) => {
    const items = Array.from({ length: logsPerRequest }, (__, index) => ({
      timestamp: (startMs + request * 1_000 + index * 10) / 1_000,
      trace_id: random.hex(32),
      level: random.pick(['info', 'info', 'info', 'warn', 'error']),
      body: `${random.pick(['GET', 'POST'])} /orders/${random.integer(1, 100_000)} answered ${random.pick(['200', '200', '404', '500'])} within ${random.integer(1, 900)} ms`,
      attributes: {
        'server.address': { value: `web-${random.integer(1, 20)}`, type: 'string' },
        'sentry.environment': { value: 'production', type: 'string' },
        'user.id': { value: random.hex(8), type: 'string' },
      },
    }))
    const contentType = 'application/vnd.sentry.items.log+json'
    const header = { type: 'log', item_count: items.length, content_type: contentType }
    const lines = [{}, header, { items }].map((line) => JSON.stringify(line))
    return { headers: envelopeHeaders('identity'), value: Buffer.from(lines.join('\n')), rows: items.length }
  })
}

/** Two hours of containers, one request per collection from all of them. */
function createSampleRecords(): LogRecordInput[] {
  const random = createRandom(6)
  const startMs = Math.floor(Date.now() / sampleMs) * sampleMs - samplesPerPod * sampleMs
  const meta = { organizationId: 'bench', receivedAt: Date.now(), encoding: 'identity' as const, omitted: [] }
  return Array.from({ length: samplesPerPod }, (_, look) => {
    const metrics = Array.from({ length: pods }, (__, pod) => ({
      timestamp: new Date(startMs + look * sampleMs).toISOString(),
      cluster: 'prod',
      namespace: `team-${pod % 10}`,
      pod: `shop-${pod}`,
      container: 'main',
      node: `node-${pod % 20}`,
      metrics: {
        cpu_usage_cores: Math.round(random.next() * 1_000) / 1_000,
        memory_usage_bytes: 200_000_000 + random.integer(0, 4_096) * 4_096,
        network_rx_bytes: look * 10_000 + random.integer(0, 5_000),
        network_tx_bytes: look * 8_000 + random.integer(0, 5_000),
      },
    }))
    return { headers: batchMetaCodec.encode(meta), value: Buffer.from(JSON.stringify({ metrics })), rows: pods }
  })
}
