import { expect } from 'chai'
import { once } from 'node:events'
import { request } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { receiverPaths } from '../src/routing/receiver-paths.js'
import { auth, post, publicKey, startIngest, type IngestServer } from './ingest-server.js'

const eventId = '9ec79c33ec9942ab8353589fcb2e04dc'
const event = '{"type":"event"}\n{"message":"hello"}\n'
const envelope = `{"event_id":"${eventId}"}\n${event}`
/** `envelope` in zstd, as one frame of one raw block. */
const zstd = Buffer.concat([
  Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, envelope.length]),
  Buffer.from([(envelope.length << 3) | 1, envelope.length >> 5, 0]),
  Buffer.from(envelope),
])

describe('the envelope protocol', () => {
  let server: IngestServer
  const path = `/api/42/envelope/?${auth}`
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}, to = path) =>
    post(server.url + to, body, headers)

  beforeEach(async () => (server = await startIngest()))
  afterEach(() => server.close())

  describe('frame', () => {
    it('is rejected with a description of the fault', async () => {
      const faults: [body: string, ...causes: string[]][] = [
        [' \n', 'missing envelope header'],
        ['[]\n', 'invalid envelope header', 'expected a JSON object'],
        ['{}{}\n', 'missing newline after header or payload'],
        ['{}\n{"type":"event","length":1}\n{}', 'missing newline after header or payload'],
        ['{}\n{"type":"event","length":3}\n{}', 'unexpected end of file'],
        ['{}\n{"length":2}\n{}', 'invalid item header', 'missing field `type`'],
        ['{}\n{"type":"integration"}\n{}', 'envelope contains internal items'],
      ]
      for (const [body, ...causes] of faults) {
        const answer = await send(body)
        expect(answer.status, body).to.equal(400)
        expect(answer.body, body).to.deep.equal({ detail: 'invalid event envelope', causes })
      }
      expect(server.records('envelopes')).to.deep.equal([])
    })

    it('is accepted with everything that SDKs do to it', async () => {
      const bodies = [
        envelope.trimEnd(),
        `${envelope}\n\n`,
        `{"event_id":"${eventId}"}`,
        `{"event_id":"${eventId.toUpperCase()}","sent_at":null,"trace":7,"sdk":"none","more":{"a":[1]}}\n${event}`,
        `{"event_id":"${eventId}"}\n{"type":"attachment","length":0}\n\n{"type":"attachment","length":0}`,
        `{"event_id":"${eventId}"}\n{"type":"mystery","length":17}\n{"type":"event"}\n\n`,
      ]
      for (const body of bodies) {
        const answer = await send(body)
        expect(answer.status, body).to.equal(200)
        expect(answer.body, body).to.deep.equal({ id: eventId })
      }
    })

    it('may be chunked, without a length', async () => {
      const req = request(server.url + path, { method: 'POST' })
      req.write(envelope.slice(0, 20))
      req.end(envelope.slice(20))
      const [res] = (await once(req, 'response')) as [{ statusCode: number; resume(): void }]
      res.resume()
      expect(res.statusCode).to.equal(200)
      expect(server.records('envelopes').map(({ value }) => Buffer.from(value).toString())).to.deep.equal([envelope])
    })
  })

  describe('body', () => {
    it('may have every encoding that SDKs use', async () => {
      const bodies: [encoding: string, body: string | Uint8Array][] = [
        ['', envelope],
        ['UTF-8', envelope],
        ['identity', envelope],
        ['gzip', gzipSync(envelope)],
        ['GZIP', gzipSync(envelope)],
        ['deflate', deflateSync(envelope)],
        ['deflate', deflateRawSync(envelope)],
        ['br', brotliCompressSync(envelope)],
        ['zstd', zstd],
      ]
      for (const [encoding, body] of bodies) {
        const answer = await send(body, { 'Content-Encoding': encoding })
        expect(answer.status, encoding).to.equal(200)
        expect(answer.body, encoding).to.deep.equal({ id: eventId })
      }
    })

    it('is rejected with 400 if corrupted, in each of them', async () => {
      for (const encoding of ['gzip', 'deflate', 'br', 'zstd']) {
        const answer = await send('no such thing', { 'Content-Encoding': encoding })
        expect(answer.status, encoding).to.equal(400)
        expect(answer.body, encoding).to.deep.equal({ detail: 'failed to decode request body' })
      }
    })

    it('may have any content type', async () => {
      const types = ['text/plain;charset=UTF-8', 'application/json', 'multipart/form-data', 'image/png', 'nonsense']
      for (const type of types) expect((await send(envelope, { 'Content-Type': type })).status, type).to.equal(200)
    })
  })

  describe('authentication', () => {
    const basic = `Basic ${Buffer.from(`${publicKey}:`).toString('base64')}`
    const sentry = `Sentry sentry_key=${publicKey}`
    const bare = '/api/42/envelope/'

    it('is rejected if any two sources have it', async () => {
      const pairs: [Record<string, string>, string][] = [
        [{ 'X-Sentry-Auth': sentry, Authorization: sentry }, bare],
        [{ 'X-Sentry-Auth': sentry, Authorization: basic }, bare],
        [{ Authorization: basic }, path],
        [{ Authorization: sentry }, `${bare}?sentry_client=x`],
      ]
      for (const [headers, to] of pairs) {
        const answer = await send(envelope, headers, to)
        expect(answer.status).to.equal(401)
        expect(answer.body).to.deep.equal({ detail: 'multiple authorization payloads detected' })
      }
    })

    it('is read whatever the order, spaces and further fields of the header', async () => {
      const fields = [
        'sentry_secret=s, foo=bar',
        'sentry_version=7.1',
        'sentry_timestamp=1.5',
        `sentry_key=${publicKey}`,
      ]
      for (const text of [fields.join(','), fields.reverse().join(' ,  ')]) {
        expect((await send(envelope, { 'X-Sentry-Auth': `sEnTrY ${text}` }, bare)).status, text).to.equal(200)
      }
    })

    it('ignores headers of other schemes in favor of the query or the DSN', async () => {
      const others = { 'X-Sentry-Auth': 'Bearer x', Authorization: 'Bearer y' }
      expect((await send(envelope, others)).status).to.equal(200)
      expect((await send(envelope, others, bare)).status).to.equal(401)
    })

    it("compares only project and key of a DSN, and rejects another project's key", async () => {
      const withDsn = (dsn: string) => `{"event_id":"${eventId}","dsn":"${dsn}"}\n${event}`
      expect((await send(withDsn(`http://${publicKey}:secret@elsewhere:9/path/42`))).status).to.equal(200)
      const foreign = withDsn(`https://${'f'.repeat(32)}@host/42`)
      expect((await send(foreign, {}, bare)).status, 'unknown key').to.equal(403)
      expect((await send(withDsn('https://short@host/42'), {}, bare)).status, 'no key').to.equal(400)
    })
  })

  describe('responses', () => {
    it('let browsers read every rejection, with its limits', async () => {
      const refusals: [status: number, answer: Promise<{ status: number; headers: Headers }>][] = [
        [400, send('')],
        [401, send(envelope, {}, '/api/42/envelope/')],
        [403, send(envelope, {}, `/api/42/envelope/?sentry_key=${'f'.repeat(32)}`)],
        [405, fetch(server.url + path, { method: 'PUT' })],
        [413, send(`{}\n{"type":"event"}\n"${'x'.repeat(1024 * 1024)}"`)],
        [415, send(envelope, { 'Content-Encoding': 'compress' })],
      ]
      for (const [status, answer] of refusals) {
        const { headers, status: answered } = await answer
        expect(answered).to.equal(status)
        expect(headers.get('content-type'), String(status)).to.equal('application/json')
        expect(headers.get('access-control-allow-origin')).to.equal('*')
        expect(headers.get('access-control-expose-headers'))
          .to.contain('x-sentry-rate-limits')
          .and.contain('retry-after')
        expect(headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
        expect(headers.get('vary')).to.contain('origin')
        expect(headers.get('retry-after'), 'SDKs would hold everything back').to.equal(null)
      }
    })

    it('allow preflight requests on every route', async () => {
      for (const path of receiverPaths.filter((one) => one.startsWith('/api/:project/'))) {
        const route = path.replace(':project', '42').replaceAll(/:\w+/g, 'x')
        const res = await fetch(`${server.url}${route}`, { method: 'OPTIONS' })
        expect(res.status, route).to.equal(200)
        expect(res.headers.get('access-control-allow-headers'), route).to.contain('x-sentry-auth')
      }
    })

    it('are the same on paths with and without slashes', async () => {
      const targets = [
        ['/api/42/store', '//api/42//store//', '/api/store/', '/api/store'],
        ['/api/42/envelope', '//api//42/envelope//', '/api/envelope'],
      ] as const
      for (const [index, body] of ['{"message":"hello"}', envelope].entries()) {
        for (const to of targets[index] ?? []) expect((await send(body, {}, `${to}?${auth}`)).status, to).to.equal(200)
      }
    })
  })
})
