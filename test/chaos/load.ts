import type { Random } from '../support/random.js'
import type { Project, SignalboxProcess } from '../support/signalbox-process.js'

/** What a request carried, by the identity that each item has in the store. */
export interface SentItems {
  eventIds: string[]
  /** Of transactions and posted spans. */
  spanIds: string[]
  /** Unique values of `cpu_usage_cores`; the same number is sent under a name of its own as well. */
  sampleNumbers: number[]
  /** Items of unknown type, which must be counted as dropped. */
  unknownItems: number
}

/** All requests of a run: those that were answered with success, and those whose fate is unknown. */
export interface LoadLedger {
  acknowledged: SentItems[]
  /** Sent, but the process died before it answered: stored once or not at all. */
  uncertain: SentItems[]
}

/** One request, and what it carries. */
export interface PreparedRequest {
  path: string
  body: string
  items: SentItems
}

const dayMs = 86_400_000
const emptyItems = (): SentItems => ({ eventIds: [], spanIds: [], sampleNumbers: [], unknownItems: 0 })

export interface Load {
  prepare(): PreparedRequest
}

/** Makes requests whose items span several days, so that one batch has rows for several partitions of several tables. */
export function createLoad(random: Random, project: Project): Load {
  let sampleNumber = 0
  const recentTime = () => Date.now() - random.integer(0, 3) * dayMs - random.integer(1_000, 60_000)
  const envelopePath = `/api/${project.number}/envelope/?sentry_version=7&sentry_key=${project.publicKey}`

  function prepareError(): PreparedRequest {
    const eventId = random.hex(32)
    const exception = { type: 'ChaosError', value: `failure ${random.integer(1, 50)}` }
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
  }
}

/** Sends requests, `senders` at a time, until the process is gone or the signal stops it. */
export async function sendUntilGone(
  signalbox: SignalboxProcess,
  load: Load,
  ledger: LoadLedger,
  options: { senders: number; signal: AbortSignal },
): Promise<void> {
  const sender = async () => {
    while (!options.signal.aborted) {
      const request = load.prepare()
      const accepted = await post(signalbox, request)
      ledger[accepted ? 'acknowledged' : 'uncertain'].push(request.items)
      if (!accepted) return
    }
  }
  await Promise.all(Array.from({ length: options.senders }, sender))
}

async function post(signalbox: SignalboxProcess, request: PreparedRequest): Promise<boolean> {
  try {
    const res = await fetch(signalbox.url + request.path, {
      method: 'POST',
      headers: request.path.includes('sentry_key')
        ? { 'content-type': 'application/x-sentry-envelope' }
        : { 'content-type': 'application/json', authorization: `Bearer ${signalbox.apiKey}` },
      body: request.body,
    })
    await res.arrayBuffer()
    if (res.status === 200 || res.status === 202) return true
    throw new Error(`answered ${res.status}`)
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
