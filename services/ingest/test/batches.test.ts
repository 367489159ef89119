import { expect } from 'chai'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createMemoryLog } from '@signalbox/event-log'
import { now, post, startIngest, type IngestServer } from './ingest-server.js'
import { rawBlock, zstdFrame } from '../../../packages/envelope/test/zstd-data.js'

type Json = Record<string, unknown>

const dayMs = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()
const bearer = { Authorization: 'Bearer writer', 'Content-Type': 'application/json' }

const metric = {
  timestamp: iso(now),
  cluster: 'c',
  namespace: 'n',
  pod: 'p',
  metrics: { cpu_usage_cores: 0.5, other: 1 },
}
const span = {
  trace_id: 'A'.repeat(32),
  span_id: 'b'.repeat(16),
  parent_span_id: null,
  service: 'shop',
  operation: 'GET /',
  start_time: iso(now),
  duration_ms: 12.5,
  status: 'ok',
  attributes: { 'http.method': 'GET', retries: 3 },
}

const routes = [
  { topic: 'metrics', item: metric, kind: 'metric', rows: 2, timeField: 'timestamp' },
  { topic: 'spans', item: span, kind: 'span', rows: 1, timeField: 'start_time' },
] as const

for (const { topic, item, kind, rows, timeField } of routes) {
  describe(`POST /api/v1/telemetry/${topic}`, () => {
    let server: IngestServer
    const bodyOf = (...items: unknown[]) => JSON.stringify({ [topic]: items })
    const send = (
      body: string | Uint8Array,
      headers: Record<string, string> = {},
      path = `/api/v1/telemetry/${topic}`,
    ) => post(server.url + path, body, { ...bearer, ...headers })

    beforeEach(async () => (server = await startIngest()))
    afterEach(() => server.close())

    it('202: appends the body unchanged, with both spellings of path and scheme', async () => {
      for (const [path, scheme] of [
        ['', 'Bearer'],
        ['/', 'token'],
        ['//', 'TOKEN'],
      ]) {
        const headers = { Authorization: `${scheme} writer` }
        const answer = await send(bodyOf(item, item), headers, `/api/v1/telemetry/${topic}${path}`)
        expect(answer.status).to.equal(202)
        expect(answer.body).to.deep.equal({ accepted: 2, rejected: [] })
        expect(answer.headers.get('x-ratelimit-limit')).to.equal('1000')
      }
      const [record] = server.records(topic)
      expect(Buffer.from(record!.value).toString()).to.equal(bodyOf(item, item))
      expect(record!.rows).to.equal(2 * rows)
      expect(server.batchMeta(topic)).to.deep.equal({
        organizationId: 'organization-1',
        receivedAt: now,
        encoding: 'identity',
        omitted: [],
      })
    })

    it('202: inflates every encoding and appends the compressed body', async () => {
      const body = Buffer.from(bodyOf(item))
      const encodings = {
        gzip: gzipSync(body),
        deflate: deflateSync(body),
        br: brotliCompressSync(body),
        zstd: zstdFrame([rawBlock(body, true)]),
      }
      for (const [encoding, encoded] of Object.entries(encodings)) {
        expect((await send(encoded, { 'Content-Encoding': encoding })).status, encoding).to.equal(202)
        expect(server.records(topic).at(-1)!.value).to.have.length(encoded.length)
      }
    })

    it('202: names the rejected items and marks them for the consumer to skip', async () => {
      const old = { ...item, [timeField]: iso(now - 31 * dayMs) }
      const ahead = { ...item, [timeField]: iso(now + 3_601_000) }
      const answer = await send(bodyOf(old, item, ahead, null, { ...item, [timeField]: 'soon' }))
      expect(answer.status).to.equal(202)
      expect(answer.body).to.deep.equal({
        accepted: 1,
        rejected: [
          { index: 0, error: `${timeField} must not be older than 30 days` },
          { index: 2, error: `${timeField} must not be more than 60 minutes in the future` },
          { index: 3, error: 'the item must be object' },
          { index: 4, error: `${timeField} must be an ISO 8601 timestamp` },
        ],
      })
      const omitted = server.batchMeta(topic).omitted.map(({ index, reason, quantity }) => [index, reason, quantity])
      expect(omitted).to.deep.equal([
        [0, 'timestamp_too_old', rows],
        [2, 'timestamp_in_future', rows],
        [3, `invalid_${kind}`, 1],
        [4, `invalid_${kind}`, rows],
      ])
    })

    it('202: lists a bounded number of rejected items and their total', async () => {
      const { body } = await send(bodyOf(item, ...Array.from({ length: 1_500 }, () => 5)))
      expect(body).to.include({ accepted: 1, rejected_total: 1_500 })
      expect((body as Json)['rejected']).to.have.length(1_000)
    })

    it('202: accepts lone surrogates and duplicate keys unchanged', async () => {
      const text = bodyOf(item).replace(`"${timeField}"`, `"note":"\\ud800","note":1,"${timeField}"`)
      expect((await send(text)).status).to.equal(202)
    })

    it('400: rejects a batch without a valid item, names the faults and counts the items', async () => {
      const answer = await send(bodyOf({ ...item, [timeField]: undefined }))
      expect(answer.status).to.equal(400)
      expect(answer.headers.get('content-type')).to.equal('application/problem+json')
      expect(answer.body).to.include({ code: 'invalid-body', request_id: 'request-1' })
      expect((answer.body as Json)['errors']).to.deep.equal([
        { in: 'body', name: `/${topic}/0`, detail: `${timeField} is required` },
      ])
      expect(server.records(topic)).to.deep.equal([])
      expect((await server.refused())[0]).to.include({ kind, projectId: '', outcome: 'dropped', quantity: rows })
    })

    it('400: rejects bodies that are not batches and appends nothing', async () => {
      const tooMany = bodyOf(...Array.from({ length: 10_001 }, () => 1))
      const deep = `{"${topic}":[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]}`
      const cut = bodyOf(item).slice(0, -1)
      const noText = Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff]), Buffer.from('"}')])
      const bodies = ['', 'x', '[]', '{}', bodyOf(), `{"${topic}":{}}`, tooMany, deep, cut, noText]
      for (const body of bodies) {
        const answer = await send(body)
        expect(answer.status, String(body).slice(0, 50)).to.equal(400)
        expect((answer.body as { errors: Json[] }).errors).to.have.length(1)
      }
      expect((await send('x', { 'Content-Encoding': 'gzip' })).body).to.include({ code: 'undecodable-body' })
      expect(server.records(topic)).to.deep.equal([])
    })

    it('401: rejects missing and unknown keys and appends nothing', async () => {
      for (const authorization of ['', 'Bearer', 'Bearer other', 'Basic writer', 'writer']) {
        const answer = await send(bodyOf(item), { Authorization: authorization })
        expect(answer.status, authorization).to.equal(401)
      }
      expect(server.records(topic)).to.deep.equal([])
    })

    it('403: rejects keys without the scope and appends nothing', async () => {
      expect((await send(bodyOf(item), { Authorization: 'Bearer reader' })).status).to.equal(403)
      expect(server.records(topic)).to.deep.equal([])
    })

    it('405: names the supported method', async () => {
      const res = await fetch(`${server.url}/api/v1/telemetry/${topic}`)
      expect(res.status).to.equal(405)
      expect(res.headers.get('allow')).to.equal('POST')
    })

    it('413: rejects bodies over 16 MiB, inflated or not', async () => {
      const large = Buffer.alloc(16 * 1024 * 1024 + 1, ' ')
      expect((await send(large)).status).to.equal(413)
      expect((await send(gzipSync(large), { 'Content-Encoding': 'gzip' })).status).to.equal(413)
    })

    it('415: rejects other encodings and media types', async () => {
      expect((await send(bodyOf(item), { 'Content-Encoding': 'lzma' })).body).to.include({
        code: 'unsupported-encoding',
      })
      const text = await send(bodyOf(item), { 'Content-Type': 'text/plain' })
      expect(text.body).to.include({ code: 'unsupported-media-type' })
    })

    it('429: rejects and counts items of a key over its limit', async () => {
      await server.close()
      server = await startIngest({ isLimited: true })
      const answer = await send(bodyOf(item, item))
      expect(answer.status).to.equal(429)
      expect(answer.headers.get('retry-after')).to.equal('30')
      const expected = { kind, outcome: 'rate_limited', reason: 'key_rate_limit', quantity: 2 * rows }
      expect((await server.refused())[0]).to.include(expected)
    })

    it('503: requests a retry if the log is full or keys cannot be looked up', async () => {
      await server.close()
      server = await startIngest({ log: createMemoryLog({ diskBytesMax: 0 }) })
      const full = await send(bodyOf(item))
      expect(full.status).to.equal(503)
      expect(full.body).to.include({ code: 'log-full' })
      expect(full.headers.get('retry-after')).to.equal('5')
      await server.close()
      server = await startIngest({ isDirectoryAway: true })
      expect((await send(bodyOf(item))).status).to.equal(503)
    })
  })
}

async function errorOf(topic: 'metrics' | 'spans', item: string): Promise<string> {
  const server = await startIngest()
  const answer = await post(`${server.url}/api/v1/telemetry/${topic}`, `{"${topic}":[${item}]}`, bearer)
  await server.close()
  expect(answer.status).to.equal(400)
  return (answer.body as { errors: { detail: string }[] }).errors[0]!.detail
}

describe('metric samples', () => {
  it('must have finite values', async () => {
    const infinite = JSON.stringify(metric).replace('0.5', '1e999')
    expect(await errorOf('metrics', infinite)).to.equal('metrics/cpu_usage_cores must be a finite number')
    const text = JSON.stringify(metric).replace('0.5', '"0.5"')
    expect(await errorOf('metrics', text)).to.equal('metrics/cpu_usage_cores must be a finite number')
  })

  it('must have names of a reasonable length', async () => {
    for (const name of ['', 'x'.repeat(201)]) {
      const error = await errorOf('metrics', JSON.stringify({ ...metric, metrics: { [name]: 1 } }))
      expect(error).to.match(/^metrics\/x* name must NOT have/)
    }
  })

  it('must have at least one value', async () => {
    expect(await errorOf('metrics', JSON.stringify({ ...metric, metrics: {} }))).to.match(
      /^metrics must NOT have fewer/,
    )
  })
})

describe('spans', () => {
  it('must have hex ids, a finite duration and attributes of a reasonable length', async () => {
    const faults: [Json, RegExp][] = [
      [{ trace_id: 'x' }, /^trace_id is malformed/],
      [{ span_id: 'b'.repeat(32) }, /^span_id is malformed/],
      [{ duration_ms: -1 }, /^duration_ms must be a number between 0/],
      [{ service: '' }, /^service must NOT have fewer/],
      [{ attributes: { ['k'.repeat(201)]: 1 } }, /^attributes\/k+ name must NOT have more than 200 characters/],
      [{ attributes: { k: ['v'.repeat(8_192)] } }, /^attributes\/k must be at most 8192 characters/],
      [{ attributes: [] }, /^attributes must be object/],
    ]
    for (const [part, error] of faults)
      expect(await errorOf('spans', JSON.stringify({ ...span, ...part }))).to.match(error)
    const endless = JSON.stringify(span).replace('12.5', '1e999')
    expect(await errorOf('spans', endless)).to.match(/^duration_ms must be a number between 0/)
  })
})
