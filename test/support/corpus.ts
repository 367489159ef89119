import { createRandom, type Random } from './random.js'

/** One request to ingest. */
export interface CorpusRequest {
  /** Relative to ingest's address; `{project}` stands for the project number. */
  path: string
  body: string
}

export interface Corpus {
  requests: readonly CorpusRequest[]
  /** Stored items by the names that statistics use. */
  counts: { events: number; spans: number; samples: number; logs: number }
  /** Objects of the corpus that routes address by id. */
  samples: { eventId: string; traceId: string; eventWithAttachmentId: string; monitorSlug: string }
}

export interface CorpusOptions {
  seed: number
  /** End of the hour that contains everything, in Unix milliseconds. */
  endMs: number
}

const hourMs = 3_600_000
const services = ['shop', 'billing', 'search'] as const
const types = ['TypeError', 'RangeError', 'Timeout', 'ConnectionError', 'KeyError'] as const
const eventCount = 400
const traceCount = 120
const spansPerTrace = 4

/**
 * An hour of everything applications send: errors with releases, users and tags, transactions, spans, logs, metrics,
 * check-ins, sessions, feedback, attachments, container samples. The same seed and end give the same requests.
 */
export function createCorpus({ seed, endMs }: CorpusOptions): Corpus {
  const random = createRandom(seed)
  const at = () => endMs - random.integer(1_000, hourMs - 1_000)
  const events = Array.from({ length: eventCount }, (_, index) => createEvent(random, { index, at: at() }))
  const traces = Array.from({ length: traceCount }, () => createTrace(random, at()))
  const samples = createSamples(random, endMs)
  const logs = Array.from({ length: 5 }, () => createLogs(random, at))
  const withAttachment = events[3]?.id ?? ''
  return {
    requests: [
      ...events.map(({ id, payload }, index) => envelope(id, eventItems(payload, index === 3))),
      ...chunk(traces.flat(), 40).map((spans) => json('/api/v1/telemetry/spans', { spans })),
      ...chunk(samples, 100).map((metrics) => json('/api/v1/telemetry/metrics', { metrics })),
      ...logs.map((entries) => envelope(random.hex(32), [container('log', entries)])),
      envelope(random.hex(32), [container('trace_metric', createMeasurements(random, at))]),
      ...Array.from({ length: 20 }, (_, index) => envelope(random.hex(32), [createCheckIn(random, index)])),
      ...Array.from({ length: 30 }, () => envelope(random.hex(32), [createSession(random, at())])),
      envelope(random.hex(32), [createFeedback(random, { eventId: withAttachment, at: at() })]),
    ],
    counts: {
      events: eventCount,
      spans: traceCount * spansPerTrace,
      samples: samples.length * 2,
      logs: logs.flat().length,
    },
    samples: {
      eventId: events[0]?.id ?? '',
      traceId: traces[0]?.[0]?.trace_id ?? '',
      eventWithAttachmentId: withAttachment,
      monitorSlug: 'nightly-0',
    },
  }
}

/** An envelope item: header and payload. */
type Item = readonly [header: object, payload: string]

function envelope(eventId: string, items: readonly Item[]): CorpusRequest {
  const lines = items.flatMap(([header, payload]) => [
    JSON.stringify({ ...header, length: Buffer.byteLength(payload) }),
    payload,
  ])
  return { path: '/api/{project}/envelope/', body: [JSON.stringify({ event_id: eventId }), ...lines, ''].join('\n') }
}

function json(path: string, body: object): CorpusRequest {
  return { path, body: JSON.stringify(body) }
}

function createEvent(random: Random, { index, at }: { index: number; at: number }): { id: string; payload: object } {
  const type = random.pick(types)
  const id = random.hex(32)
  const payload = {
    event_id: id,
    timestamp: at / 1_000,
    level: random.pick(['error', 'error', 'warning', 'fatal']),
    platform: 'node',
    release: `shop@1.${random.integer(0, 3)}.0`,
    environment: random.pick(['production', 'staging']),
    transaction: `GET /${random.pick(['cart', 'checkout', 'search'])}`,
    server_name: `web-${random.integer(1, 3)}`,
    user: { id: String(random.integer(1, 40)), email: `user${random.integer(1, 40)}@example.com` },
    tags: { browser: random.pick(['Firefox', 'Chrome']), region: random.pick(['eu', 'us', 'ap']) },
    exception: {
      values: [
        {
          type,
          value: `failed for order ${index}`,
          stacktrace: { frames: [{ filename: `${type}.js`, function: `handle${type}`, lineno: 12, in_app: true }] },
        },
      ],
    },
  }
  return { id, payload }
}

function eventItems(payload: object, hasAttachment: boolean): Item[] {
  const event: Item = [{ type: 'event' }, JSON.stringify(payload)]
  const attachment: Item = [
    { type: 'attachment', filename: 'state.txt', content_type: 'text/plain' },
    'what there was\nat that time',
  ]
  return hasAttachment ? [event, attachment] : [event]
}

function createTrace(random: Random, at: number) {
  const traceId = random.hex(32)
  const rootId = random.hex(16)
  return Array.from({ length: spansPerTrace }, (_, index) => {
    const service = services[index % services.length] ?? 'shop'
    return {
      trace_id: traceId,
      span_id: index === 0 ? rootId : random.hex(16),
      parent_span_id: index === 0 ? null : rootId,
      service,
      operation: `${random.pick(['GET', 'POST'])} /${service}`,
      start_time: new Date(at + index * 5).toISOString(),
      duration_ms: random.integer(1, 900),
      status: random.pick(['ok', 'ok', 'ok', 'error']),
      attributes: { 'http.method': 'GET', 'http.status_code': random.pick(['200', '500']) },
    }
  })
}

function createSamples(random: Random, endMs: number) {
  return Array.from({ length: 6 }, (_, pod) =>
    Array.from({ length: 60 }, (__, minute) => ({
      timestamp: new Date(endMs - (minute + 1) * 60_000).toISOString(),
      cluster: 'main',
      namespace: pod % 2 === 0 ? 'shop' : 'data',
      pod: `pod-${pod}`,
      container: 'app',
      node: `node-${pod % 2}`,
      metrics: { cpu_usage_cores: random.integer(1, 900) / 1_000, memory_usage_bytes: random.integer(1, 1e9) },
    })),
  ).flat()
}

function createLogs(random: Random, at: () => number): object[] {
  return Array.from({ length: 20 }, () => ({
    timestamp: at() / 1_000,
    trace_id: random.hex(32),
    level: random.pick(['info', 'warn', 'error']),
    body: `request ${random.integer(1, 1e6)} took ${random.integer(1, 900)} ms`,
    attributes: { route: { value: `/${random.pick(['a', 'b'])}`, type: 'string' } },
  }))
}

function createMeasurements(random: Random, at: () => number): object[] {
  return Array.from({ length: 50 }, () => ({
    timestamp: at() / 1_000,
    trace_id: random.hex(32),
    name: random.pick(['checkout.amount', 'queue.depth']),
    type: 'distribution',
    value: random.integer(1, 500),
  }))
}

function container(type: 'log' | 'trace_metric', items: readonly object[]): Item {
  const content_type = `application/vnd.sentry.items.${type.replace('_', '-')}+json`
  return [{ type, item_count: items.length, content_type }, JSON.stringify({ items })]
}

/** Has no duration, so it began when it was received; check-ins keep their order. */
function createCheckIn(random: Random, index: number): Item {
  const checkIn = {
    check_in_id: random.hex(32),
    monitor_slug: `nightly-${index % 3}`,
    status: random.pick(['ok', 'error']),
    environment: 'production',
  }
  return [{ type: 'check_in' }, JSON.stringify(checkIn)]
}

function createSession(random: Random, at: number): Item {
  const session = {
    sid: `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`,
    init: true,
    started: new Date(at).toISOString(),
    timestamp: new Date(at + 500).toISOString(),
    status: random.pick(['exited', 'crashed']),
    errors: 0,
    attrs: { release: `shop@1.${random.integer(0, 3)}.0`, environment: 'production' },
  }
  return [{ type: 'session' }, JSON.stringify(session)]
}

function createFeedback(random: Random, { eventId, at }: { eventId: string; at: number }): Item {
  const feedback = {
    event_id: random.hex(32),
    timestamp: at / 1_000,
    platform: 'javascript',
    contexts: { feedback: { message: 'it is slow', name: 'Ann', associated_event_id: eventId } },
  }
  return [{ type: 'feedback' }, JSON.stringify(feedback)]
}

function chunk<T>(values: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / length) }, (_, index) =>
    values.slice(index * length, (index + 1) * length),
  )
}
