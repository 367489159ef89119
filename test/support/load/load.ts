import { envelopeUrl, type DsnTarget } from '../post-envelope.js'
import type { Random } from '../random.js'

/** The contents of a request, by the items' identities in the store. */
export interface SentItems {
  eventIds: string[]
  /** Spans from transactions and span requests. */
  spanIds: string[]
  /** Unique values of `cpu_usage_cores`; each is also part of a metric name. */
  sampleNumbers: number[]
  /** Items of unknown type, which must be counted as dropped. */
  unknownItems: number
}

/** All requests of a run: successful ones, and those with an unknown outcome. */
export interface LoadLedger {
  acknowledged: SentItems[]
  /** Sent but refused temporarily, or the process died before responding: stored once or not at all. */
  uncertain: SentItems[]
}

/** A request and its contents. */
export interface PreparedRequest {
  path: string
  body: string
  items: SentItems
}

const dayMs = 86_400_000
const emptyItems = (): SentItems => ({ eventIds: [], spanIds: [], sampleNumbers: [], unknownItems: 0 })

export interface Load {
  /** A request of any kind. */
  prepare(): PreparedRequest
  /** An envelope with one error event and an item of unknown type. */
  prepareError(): PreparedRequest
}

/**
 * Generates requests whose items span several days, so one batch has rows for several partitions of several tables.
 * @param days number of days; each needs a separate insert.
 */
export function createLoad(random: Random, project: DsnTarget, days = 4): Load {
  let sampleNumber = 0
  const recentTime = () => Date.now() - random.integer(0, days - 1) * dayMs - random.integer(1_000, 60_000)
  const envelopePath = envelopeUrl('', project)

  function prepareError(): PreparedRequest {
    const eventId = random.hex(32)
    const type = random.pick(['ChaosError', 'TimeoutError', 'RangeError', 'PaymentError'])
    const exception = { type, value: `failure ${random.integer(1, 50)}` }
    const event = { event_id: eventId, timestamp: recentTime() / 1000, exception: { values: [exception] } }
    const lines = [{ event_id: eventId }, { type: 'event' }, event, { type: 'not_a_known_type' }, { any: 'thing' }]
    const items = { ...emptyItems(), eventIds: [eventId], unknownItems: 1 }
    return { path: envelopePath, body: lines.map((line) => JSON.stringify(line)).join('\n'), items }
  }

  function prepareTransaction(): PreparedRequest {
    const [traceId, rootId, childId] = [random.hex(32), random.hex(16), random.hex(16)]
    const start = recentTime() / 1000
    const times = { start_timestamp: start, timestamp: start + 0.2 }
    const transaction = {
      type: 'transaction',
      transaction: 'GET /chaos',
      ...times,
      contexts: { trace: { trace_id: traceId, span_id: rootId, op: 'http.server', status: 'ok' } },
      spans: [
        { ...times, trace_id: traceId, span_id: childId, parent_span_id: rootId, op: 'db', description: 'SELECT' },
      ],
    }
    const lines = [{ event_id: random.hex(32) }, { type: 'transaction' }, transaction]
    const items = { ...emptyItems(), spanIds: [rootId, childId] }
    return { path: envelopePath, body: lines.map((line) => JSON.stringify(line)).join('\n'), items }
  }

  function prepareSpans(): PreparedRequest {
    const spans = Array.from({ length: 40 }, () => ({
      trace_id: random.hex(32),
      span_id: random.hex(16),
      service: random.pick(['gateway', 'orders', 'payments']),
      operation: 'chaos',
      start_time: new Date(recentTime()).toISOString(),
      duration_ms: random.integer(1, 500),
    }))
    const items = { ...emptyItems(), spanIds: spans.map((span) => span.span_id) }
    return { path: '/api/v1/telemetry/spans', body: JSON.stringify({ spans }), items }
  }

  function prepareMetrics(): PreparedRequest {
    const metrics = Array.from({ length: 40 }, () => {
      sampleNumber += 1
      return {
        timestamp: new Date(recentTime()).toISOString(),
        cluster: 'chaos',
        namespace: 'shop',
        pod: `web-${random.integer(1, 5)}`,
        container: 'web',
        node: 'node-1',
        metrics: { cpu_usage_cores: sampleNumber, chaos_sequence: sampleNumber },
      }
    })
    const items = { ...emptyItems(), sampleNumbers: metrics.map((sample) => sample.metrics.cpu_usage_cores) }
    return { path: '/api/v1/telemetry/metrics', body: JSON.stringify({ metrics }), items }
  }

  return {
    prepare: () => random.pick([prepareError, prepareError, prepareTransaction, prepareSpans, prepareMetrics])(),
    prepareError,
  }
}
