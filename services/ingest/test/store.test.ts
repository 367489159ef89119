import { expect } from 'chai'
import { deflateSync, gzipSync } from 'node:zlib'
import { createMemoryLog } from '@signalbox/event-log'
import { auth, madeEventId, post, publicKey, startIngest, type IngestServer } from './ingest-server.js'

const eventId = '9ec79c33ec9942ab8353589fcb2e04dc'
const event = JSON.stringify({ event_id: eventId, message: 'hello' })
const packed = deflateSync(event).toString('base64')

describe('POST /api/<n>/store/', () => {
  let server: IngestServer
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}, path = `/api/42/store/?${auth}`) =>
    post(server.url + path, body, headers)

  beforeEach(async () => (server = await startIngest()))
  afterEach(() => server.close())

  it('200: appends JSON, packed and compressed events unchanged and returns their id', async () => {
    const bodies: [string | Buffer, Record<string, string>][] = [
      [event, {}],
      [` \n${event}`, {}],
      [packed, { 'Content-Type': 'application/octet-stream' }],
      [gzipSync(event), { 'Content-Encoding': 'gzip' }],
    ]
    for (const [body, headers] of bodies) {
      const answer = await send(body, headers)
      expect(answer.status).to.equal(200)
      expect(answer.body).to.deep.equal({ id: eventId })
      expect(Buffer.from(server.records('envelopes').at(-1)!.value)).to.deep.equal(Buffer.from(body))
    }
    expect(server.envelopeMeta()).to.include({ form: 'store', eventId, encoding: 'identity' })
  })

  it('200: creates, records and returns an id if the event has none', async () => {
    expect((await send('{"message":"\\ud800"}')).body).to.deep.equal({ id: madeEventId })
    expect(server.envelopeMeta().eventId).to.equal(madeEventId)
  })

  it('200: finds the project by the key on the path without one', async () => {
    const answer = await send(event, {}, `/api/store/?${auth}`)
    expect(answer.status).to.equal(200)
    expect(server.envelopeMeta().project.number).to.equal(42)
  })

  it('400: rejects invalid events and appends nothing', async () => {
    for (const body of ['', '[]', '{', 'AAAA', '{"event_id":"x"}', Buffer.from([0x7b, 0xff, 0x7d])]) {
      expect((await send(body)).status, String(body)).to.equal(400)
    }
    expect(server.records('envelopes')).to.deep.equal([])
  })

  it('401: rejects requests without a key and appends nothing', async () => {
    const answer = await send(event, {}, '/api/42/store/')
    expect(answer.status).to.equal(401)
    expect(answer.headers.get('access-control-allow-origin')).to.equal('*')
    expect(server.records('envelopes')).to.deep.equal([])
  })

  it('403: rejects unknown keys and appends nothing', async () => {
    expect((await send(event, {}, `/api/42/store/?sentry_key=${'e'.repeat(32)}`)).status).to.equal(403)
    expect(server.records('envelopes')).to.deep.equal([])
  })

  it('413: rejects events over the limit, packed or not', async () => {
    const large = JSON.stringify({ message: 'x'.repeat(1024 * 1024) })
    expect((await send(large)).status).to.equal(413)
    expect((await send(deflateSync(large).toString('base64'))).status).to.equal(413)
    expect((await send(gzipSync(Buffer.alloc(50 * 1024 * 1024)), { 'Content-Encoding': 'gzip' })).status).to.equal(413)
    expect(server.records('envelopes')).to.deep.equal([])
  })

  it('429: rejects and counts events of a key over its limit', async () => {
    await server.close()
    server = await startIngest({ isLimited: true })
    const answer = await send('{"type":"transaction"}')
    expect(answer.status).to.equal(429)
    expect(answer.headers.get('x-sentry-rate-limits')).to.equal('30::key')
    expect((await server.refused())[0]).to.include({ kind: 'span', outcome: 'rate_limited', quantity: 1 })
  })

  it('503: requests a retry if the log is full', async () => {
    await server.close()
    server = await startIngest({ log: createMemoryLog({ diskBytesMax: 0 }) })
    const answer = await send(event)
    expect(answer.status).to.equal(503)
    expect(answer.body).to.deep.equal({ detail: 'failed to queue envelope' })
  })
})

describe('GET /api/<n>/store/', () => {
  it('returns a pixel and appends the event in its URL', async () => {
    const server = await startIngest()
    const query = `sentry_key=${publicKey}&sentry_data=${encodeURIComponent(packed)}`
    const res = await fetch(`${server.url}/api/42/store/?${query}`)
    expect(res.status).to.equal(200)
    expect(res.headers.get('content-type')).to.equal('image/gif')
    expect(Buffer.from(await res.arrayBuffer()).toString('latin1', 0, 6)).to.equal('GIF89a')
    expect(server.envelopeMeta()).to.include({ form: 'store', eventId, encoding: 'identity' })
    expect(Buffer.from(server.records('envelopes')[0]!.value).toString()).to.equal(packed)
    await server.close()
  })

  it('rejects a URL without an event', async () => {
    const server = await startIngest()
    expect((await fetch(`${server.url}/api/42/store/?${auth}`)).status).to.equal(400)
    expect(server.records('envelopes')).to.deep.equal([])
    await server.close()
  })
})
