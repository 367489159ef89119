import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { otlpMetaCodec } from '@signalbox/contracts'
import { EventLogError, createMemoryLog } from '@signalbox/event-log'
import { expect } from 'chai'
import { auth, now, publicKey, startIngest, type IngestServer, type ServerOptions } from './ingest-server.js'

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/otlp/${name}`, import.meta.url))
const writer = { authorization: 'Bearer writer' }
const json = { 'content-type': 'application/json' }
const protobuf = { 'content-type': 'application/x-protobuf' }
const nanoseconds = (ms: number) => `${ms}000000`
const day = 86_400_000

interface OtlpResponse {
  status: number
  type: string | null
  retryAfter: string | null
  bytes: Buffer
}

const spanAt = (ms: number, ids = {}) => ({
  traceId: '0AF7651916CD43DD8448EB211C80319C',
  spanId: 'b7ad6b7169203331',
  startTimeUnixNano: nanoseconds(ms),
  ...ids,
})
const traces = (...spans: object[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })

describe('POST /v1/traces, /v1/metrics and /v1/logs', () => {
  let ingest: IngestServer
  const start = async (options: ServerOptions = {}) => {
    ingest = await startIngest(options)
  }
  afterEach(() => ingest.close())

  async function send(path: string, body: string | Buffer, headers: Record<string, string>): Promise<OtlpResponse> {
    const sent = typeof body === 'string' ? body : new Uint8Array(body)
    const res = await fetch(ingest.url + path, { method: 'POST', body: sent, headers })
    const bytes = Buffer.from(await res.arrayBuffer())
    return {
      status: res.status,
      type: res.headers.get('content-type'),
      retryAfter: res.headers.get('retry-after'),
      bytes,
    }
  }

  for (const signal of ['traces', 'metrics', 'logs'] as const) {
    const files = { traces: '004-traces', metrics: '002-metrics', logs: '001-logs' }
    it(`appends an unchanged ${signal} request of a real SDK, in either encoding and compressed`, async () => {
      await start({ clock: () => Date.UTC(2026, 10, 21, 12) })
      const body = fixture(`proto-${files[signal]}.pb`)
      const first = await send(`/v1/${signal}`, gzipSync(body), { ...protobuf, ...writer, 'content-encoding': 'gzip' })
      expect(first).to.include({ status: 200, type: 'application/x-protobuf' })
      expect(first.bytes).to.have.length(0)
      const path = `/api/42/integration/otlp/v1/${signal}?${auth}`
      const second = await send(path, fixture(`http-${files[signal]}.json`), {
        'content-type': 'application/json; charset=utf-8',
      })
      expect(second).to.include({ status: 200, type: 'application/json' })
      expect(second.bytes.toString()).to.equal('{}')
      const [one, other] = ingest.records('otlp')
      expect(Buffer.from(one!.value)).to.deep.equal(gzipSync(body))
      expect(otlpMetaCodec.decode(one!.headers)).to.include({ signal, format: 'protobuf', encoding: 'gzip' })
      expect(otlpMetaCodec.decode(one!.headers)).to.not.have.property('project')
      expect(otlpMetaCodec.decode(other!.headers)).to.deep.include({
        signal,
        format: 'json',
        project: { id: 'project-1', number: 42, name: 'shop' },
      })
      expect(one!.rows).to.be.greaterThan(1)
    })
  }

  it('reports omitted items as a partial success, and appends the complete request', async () => {
    await start()
    const old = spanAt(now - 31 * day)
    const body = traces(spanAt(now), old, old, spanAt(now + day), spanAt(now, { spanId: '0000000000000000' }))
    const answer = await send('/v1/traces', body, { ...json, ...writer })
    expect(answer.status).to.equal(200)
    expect(JSON.parse(answer.bytes.toString())).to.deep.equal({
      partialSuccess: {
        rejectedSpans: '4',
        errorMessage:
          'rejected: 1 without a valid trace id and span id, 2 older than 30 days, 1 more than 60 minutes in the future',
      },
    })
    expect(ingest.records('otlp')).to.have.length(1)
  })

  it("names a partial success's counts as each signal does, the same in protobuf", async () => {
    await start()
    const old = { timeUnixNano: nanoseconds(now - 31 * day) }
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [old, { timeUnixNano: nanoseconds(now) }] }] }] }
    const metric = { name: 'a', gauge: { dataPoints: [{ ...old, asInt: 1 }, { asInt: '2' }, { asInt: true }] } }
    const metrics = { resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] }
    for (const [signal, body, field, count] of [
      ['logs', logs, 'rejectedLogRecords', 1],
      ['metrics', metrics, 'rejectedDataPoints', 2],
    ] as const) {
      const { status, bytes } = await send(`/v1/${signal}`, JSON.stringify(body), { ...json, ...writer })
      const { partialSuccess } = JSON.parse(bytes.toString()) as { partialSuccess: Record<string, string> }
      expect([status, partialSuccess[field]], signal).to.deep.equal([200, String(count)])
    }
    const withoutStart = traces(spanAt(now, { startTimeUnixNano: undefined }))
    const answer = await send('/v1/traces', withoutStart, { ...json, ...writer })
    expect(answer.bytes.toString()).to.contain('1 older than 30 days')
    // A request with one resource, one scope and one empty span.
    const { bytes } = await send('/v1/traces', Buffer.from([0x0a, 4, 0x12, 2, 0x12, 0]), { ...protobuf, ...writer })
    const message = 'rejected: 1 without a valid trace id and span id'
    expect(bytes.subarray(0, 6)).to.deep.equal(Buffer.from([0x0a, message.length + 4, 0x08, 1, 0x12, message.length]))
    expect(bytes.subarray(6).toString()).to.equal(message)
  })

  it('answers 200 to a request without items and appends nothing', async () => {
    await start()
    expect((await send('/v1/logs', Buffer.alloc(0), { ...protobuf, ...writer })).status).to.equal(200)
    expect((await send('/v1/metrics', '{}', { ...json, ...writer })).status).to.equal(200)
    expect((await send('/v1/metrics', '', { ...json, ...writer })).status).to.equal(200)
    expect((await send('/v1/traces', traces(), { ...json, ...writer })).status).to.equal(200)
    expect(ingest.records('otlp')).to.be.empty
  })

  it('rejects requests with a status in their encoding', async () => {
    await start()
    const malformed = await send('/v1/traces', Buffer.from([0x0a]), { ...protobuf, ...writer })
    expect(malformed).to.include({ status: 400, type: 'application/x-protobuf' })
    expect([...malformed.bytes.subarray(0, 3)]).to.deep.equal([0x08, 3, 0x12])
    expect(malformed.bytes.subarray(4).toString()).to.equal('a number is truncated (the body was read as protobuf)')
    const asJson = await send('/v1/traces', '{', { ...json, ...writer })
    expect(asJson).to.include({ status: 400, type: 'application/json' })
    expect(JSON.parse(asJson.bytes.toString())).to.deep.equal({ code: 3, message: 'the body must be valid JSON' })
    const statuses: [status: number, path: string, headers: Record<string, string>][] = [
      [415, '/v1/traces', { ...writer, 'content-type': 'text/plain' }],
      [415, '/v1/traces', { ...writer, 'content-type': '' }],
      [415, '/v1/traces', { ...writer, ...json, 'content-encoding': 'snappy' }],
      [400, '/v1/traces', { ...writer, ...json, 'content-encoding': 'gzip' }],
      [400, '/v1/traces', { ...writer, ...json, 'content-encoding': 'zstd' }],
      [401, '/v1/traces', json],
      [401, '/v1/traces', { ...json, authorization: 'Bearer unknown' }],
      [403, '/v1/traces', { ...json, authorization: 'Bearer reader' }],
      [403, '/v1/traces', { ...json, 'x-sentry-auth': `sentry sentry_key=${'f'.repeat(32)}` }],
      [403, `/api/43/integration/otlp/v1/traces?${auth}`, json],
      [401, '/api/42/integration/otlp/v1/traces', { ...json, ...writer }],
    ]
    for (const [status, path, headers] of statuses) {
      expect((await send(path, traces(spanAt(now)), headers)).status, `${path} ${JSON.stringify(headers)}`).to.equal(
        status,
      )
    }
    expect((await fetch(`${ingest.url}/v1/traces`, { headers: json })).status).to.equal(405)
    expect((await fetch(`${ingest.url}/v1development/profiles`, { method: 'POST' })).status).to.equal(404)
    expect(ingest.records('otlp')).to.be.empty
    expect(ingest.faults).to.be.empty
  })

  it('explains errors to a misconfigured client', async () => {
    await start()
    const body = traces(spanAt(now))
    const mistakes: [message: RegExp, path: string, headers: Record<string, string>][] = [
      [/this endpoint accepts resourceLogs, not resourceSpans/, '/v1/logs', { ...json, ...writer }],
      [/read as protobuf/, '/v1/traces', { ...protobuf, ...writer }],
      [/authorization: Bearer <key>/, '/v1/traces', { ...json, authorization: 'writer' }],
      [/x-sentry-auth: sentry sentry_key=<key>/, '/api/42/integration/otlp/v1/traces', { ...json, ...writer }],
    ]
    for (const [message, path, headers] of mistakes) {
      expect((await send(path, body, headers)).bytes.toString()).to.match(message)
    }
    expect(ingest.records('otlp')).to.be.empty
  })

  it('accepts a DSN key at the paths without a project too', async () => {
    await start()
    const headers = { ...json, 'x-sentry-auth': `sentry sentry_key=${publicKey}` }
    expect((await send('/v1/traces', traces(spanAt(now)), headers)).status).to.equal(200)
  })

  it('answers 413 to a body that is too large when inflated, and counts it', async () => {
    await start()
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024))
    const answer = await send('/v1/traces', bomb, { ...protobuf, ...writer, 'content-encoding': 'gzip' })
    expect(answer.status).to.equal(413)
    expect(answer.bytes.toString()).to.contain('at most 64 MiB uncompressed and 20 MiB on the wire')
    const [counted] = await ingest.refused()
    expect(counted).to.include({ kind: 'unknown', reason: 'too_large', quantity: 1 })
  })

  it("answers 429 with Retry-After over the key's limit, and counts every item", async () => {
    await start({ isLimited: true })
    const answer = await send('/v1/traces', traces(spanAt(now), spanAt(now)), { ...json, ...writer })
    expect(answer).to.include({ status: 429, retryAfter: '30' })
    const [counted] = await ingest.refused()
    expect(counted).to.include({ kind: 'span', outcome: 'rate_limited', reason: 'key_rate_limit', quantity: 2 })
  })

  it('answers 429 to a request that exceeds a quota', async () => {
    await start({ owner: { projectQuotas: [{ categories: ['span'], limit: 3, window_seconds: 60 }] } })
    const path = `/api/42/integration/otlp/v1/traces?${auth}`
    expect((await send(path, traces(spanAt(now), spanAt(now)), json)).status).to.equal(200)
    const answer = await send(path, traces(spanAt(now), spanAt(now)), json)
    expect(answer.status).to.equal(429)
    expect(Number(answer.retryAfter)).to.be.within(1, 60)
    const [counted] = await ingest.refused()
    expect(counted).to.include({ projectId: 'project-1', outcome: 'rate_limited', reason: 'quota', quantity: 2 })
  })

  it('answers 503 with Retry-After while the log is full, and counts rejected items', async () => {
    const log = createMemoryLog()
    await start({
      log: {
        ...log,
        append: (topic, ...rest) =>
          topic === 'otlp' ? Promise.reject(new EventLogError('full', 'full')) : log.append(topic, ...rest),
      },
    })
    const answer = await send('/v1/traces', traces(spanAt(now)), { ...json, ...writer })
    expect(answer).to.include({ status: 503, retryAfter: '5' })
    const [counted] = await ingest.refused()
    expect(counted).to.include({ kind: 'span', outcome: 'dropped', reason: 'log_full', quantity: 1 })
  })

  it('answers 503 while keys cannot be looked up', async () => {
    await start({ isDirectoryAway: true })
    expect((await send('/v1/traces', '{}', { ...json, ...writer })).status).to.equal(503)
  })
})
