import { expect } from 'chai'
import { once } from 'node:events'
import { request } from 'node:http'
import { createGzip, gzipSync } from 'node:zlib'
import { createMemoryLog } from '@signalbox/event-log'
import { createAddressList, createProxyTrust } from '@signalbox/service-kit'
import {
  auth,
  madeEventId,
  now,
  post,
  publicKey,
  startIngest,
  type Answer,
  type IngestServer,
  type ServerOptions,
} from './ingest-server.js'
import { readEdgeCases, readRecordedRequests } from '../../../test/support/recorded-requests.js'

const eventId = '9ec79c33ec9942ab8353589fcb2e04dc'
const event = '{"type":"event"}\n{"message":"hello"}\n'
const envelope = `{"event_id":"${eventId}"}\n${event}`

describe('POST /api/<n>/envelope/', () => {
  let server: IngestServer
  const start = async (options: ServerOptions = {}) => (server = await startIngest(options))
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}, path = `/api/42/envelope/?${auth}`) =>
    post(server.url + path, body, headers)

  function expectRefusal(answer: Answer, status: number, detail: string): void {
    expect(answer.body).to.have.property('detail', detail)
    expect(answer.status).to.equal(status)
    expect(answer.headers.get('access-control-allow-origin')).to.equal('*')
    expect(server.records('envelopes')).to.deep.equal([])
    expect(server.faults).to.deep.equal([])
  }

  beforeEach(() => start())
  afterEach(() => server.close())

  describe('200', () => {
    it("returns the envelope's id once the log has the unchanged body", async () => {
      const body = gzipSync(envelope)
      const answer = await send(body, { 'Content-Encoding': 'gzip', 'User-Agent': 'sdk/1' })
      expect(answer.status).to.equal(200)
      expect(answer.body).to.deep.equal({ id: eventId })
      expect(Buffer.compare(server.records('envelopes')[0]!.value, body)).to.equal(0)
      expect(server.envelopeMeta()).to.deep.equal({
        organizationId: 'organization-1',
        project: { id: 'project-1', number: 42, name: 'shop' },
        receivedAt: now,
        encoding: 'gzip',
        form: 'envelope',
        eventId,
        clientIp: '127.0.0.1',
        userAgent: 'sdk/1',
        omitted: [],
      })
    })

    it('creates, records and returns an id if an event has none', async () => {
      expect((await send(`{}\n${event}`)).body).to.deep.equal({ id: madeEventId })
      expect(server.envelopeMeta().eventId).to.equal(madeEventId)
    })

    it('returns an empty object if no item needs an id', async () => {
      expect((await send('{}\n{"type":"session"}\n{}')).body).to.deep.equal({})
      expect(server.envelopeMeta()).not.to.have.property('eventId')
    })

    it('shows browsers the response and its limits', async () => {
      const { headers } = await send(envelope)
      expect(headers.get('access-control-allow-origin')).to.equal('*')
      const exposed = headers.get('access-control-expose-headers')
      expect(exposed).to.equal('x-sentry-error, x-sentry-rate-limits, retry-after')
      expect(headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
      expect(headers.get('vary')).to.contain('origin')
      expect(headers.get('x-ratelimit-limit')).to.equal('1000')
    })

    it('serves the path without the slash, with repeated slashes and without a project', async () => {
      for (const path of ['/api/42/envelope', '//api//42/envelope//', '/api/envelope/']) {
        expect((await send(envelope, {}, `${path}?${auth}`)).status, path).to.equal(200)
      }
    })

    it("records the version of the project's settings, unless they are the defaults", async () => {
      await server.close()
      await start({ owner: { settingsVersion: 7 } })
      await send(envelope)
      expect(server.envelopeMeta().project).to.deep.equal({
        id: 'project-1',
        number: 42,
        name: 'shop',
        settingsVersion: 7,
      })
    })

    it("trusts X-Forwarded-For only from proxies, up to the last address that is not a proxy's", async () => {
      const forwarded = { 'X-Forwarded-For': '198.51.100.66, 203.0.113.5, 10.0.0.1' }
      await send(envelope, forwarded)
      expect(server.envelopeMeta().clientIp).to.equal('127.0.0.1')
      await server.close()
      const isTrustedProxy = createProxyTrust(createAddressList(['127.0.0.0/8', '::1', '10.0.0.0/8']))
      await start({ config: { isTrustedProxy } })
      await send(envelope, forwarded)
      expect(server.envelopeMeta().clientIp).to.equal('203.0.113.5')
      await server.close()
      await start({ config: { isTrustedProxy } })
      await send(envelope, { 'X-Forwarded-For': 'nonsense, 10.0.0.1' })
      expect(server.envelopeMeta().clientIp).to.equal('10.0.0.1')
    })
  })

  describe('authentication', () => {
    it('reads X-Sentry-Auth, Authorization, Basic and the query, and names the SDK', async () => {
      const fields = `sentry_key=${publicKey}:no-cache, sentry_client=sdk/1, sentry_version=5`
      const basic = Buffer.from(`${publicKey.toUpperCase()}:`).toString('base64')
      const sources: [Record<string, string>, string][] = [
        [{ 'X-Sentry-Auth': `Sentry ${fields}` }, ''],
        [{ Authorization: `SENTRY ${fields}` }, ''],
        [{ Authorization: `Basic ${basic}` }, ''],
        [{ 'X-Sentry-Auth': '', Authorization: 'DSN x' }, `?${auth}&sentry_client=sdk%2F1`],
      ]
      for (const [headers, query] of sources) {
        expect((await send(envelope, headers, `/api/42/envelope/${query}`)).status).to.equal(200)
      }
      expect(server.envelopeMeta().sentryClient).to.equal('sdk/1')
    })

    it("falls back to the envelope's DSN", async () => {
      const body = `{"dsn":"https://${publicKey}@example.com/path/42"}\n${event}`
      expect((await send(body, {}, '/api/42/envelope/')).status).to.equal(200)
    })

    it('rejects missing, multiple and unreadable ones with 401', async () => {
      const path = '/api/42/envelope/'
      const missing = 'bad envelope authentication header'
      expectRefusal(await send(envelope, {}, path), 401, missing)
      expectRefusal(await send(`{"dsn":"nonsense"}\n${event}`, {}, path), 401, missing)
      const header = { 'X-Sentry-Auth': `Sentry sentry_key=${publicKey}` }
      expectRefusal(await send(envelope, header), 401, 'multiple authorization payloads detected')
      for (const text of ['Sentry sentry_version=7', `Sentry sentry_key=${publicKey},sentry_version=x`]) {
        expectRefusal(await send(envelope, { 'X-Sentry-Auth': text }, path), 401, 'bad x-sentry-auth header')
      }
    })

    it('rejects malformed keys, versions and projects with 400', async () => {
      expectRefusal(await send(envelope, {}, '/api/42/envelope/?sentry_key=x'), 400, 'bad sentry DSN public key')
      const version8 = `/api/42/envelope/?sentry_key=${publicKey}&sentry_version=8`
      expectRefusal(await send(envelope, {}, version8), 400, 'unsupported protocol version (8)')
      expectRefusal(await send(envelope, {}, `/api/x/envelope/?${auth}`), 400, 'bad project path parameter')
    })

    it('rejects unknown keys and keys of another project with the same reason', async () => {
      const detail = 'event submission rejected with_reason: ProjectId'
      expectRefusal(await send(envelope, {}, `/api/42/envelope/?sentry_key=${'f'.repeat(32)}`), 403, detail)
      expectRefusal(await send(envelope, {}, `/api/43/envelope/?${auth}`), 403, detail)
    })

    it('rejects an envelope with another DSN', async () => {
      const causes = async (dsn: string) => (await send(`{"dsn":"${dsn}"}\n${event}`)).body
      expect(await causes(`https://${publicKey}@h/43`)).to.deep.equal({
        detail: 'invalid event envelope',
        causes: ['project id header mismatch between envelope and request'],
      })
      expect(await causes(`https://${'a'.repeat(32)}@h/42`)).to.deep.equal({
        detail: 'invalid event envelope',
        causes: ['public key header mismatch between envelope and request'],
      })
      expect(server.records('envelopes')).to.deep.equal([])
    })
  })

  it('400: rejects empty, malformed and undecodable bodies and appends nothing', async () => {
    expectRefusal(await send(''), 400, 'empty request body')
    const malformed = await send('{}\n{"type":"event","length":9}\n{}')
    expectRefusal(malformed, 400, 'invalid event envelope')
    expect(malformed.body).to.have.deep.property('causes', ['unexpected end of file'])
    expectRefusal(await send('{}\n{"type":"integration"}\n{}'), 400, 'invalid event envelope')
    expectRefusal(await send('no gzip', { 'Content-Encoding': 'gzip' }), 400, 'failed to decode request body')
  })

  it('405: names the supported methods', async () => {
    const res = await fetch(`${server.url}/api/42/envelope/?${auth}`)
    expect(res.status).to.equal(405)
    expect(res.headers.get('allow')).to.equal('POST, OPTIONS')
    expect(res.headers.get('access-control-allow-origin')).to.equal('*')
  })

  it('413: rejects an event over the limit and counts it', async () => {
    const answer = await send(`{}\n{"type":"event"}\n"${'x'.repeat(1024 * 1024)}"`)
    expectRefusal(answer, 413, "envelope exceeded size limits for type 'event' (more than 1048576 bytes)")
    expect(await server.refused()).to.deep.equal([
      {
        organizationId: 'organization-1',
        projectId: 'project-1',
        kind: 'error',
        outcome: 'dropped',
        reason: 'too_large',
        minute: now - 30_000,
        quantity: 1,
      },
    ])
  })

  it('413: stops a gzip bomb at the limit', async () => {
    const bomb = await gzipZeros(1024)
    expectRefusal(await send(bomb, { 'Content-Encoding': 'gzip' }), 413, 'request body exceeded size limits')
  })

  it('413: answers a body that is announced or grows too large instead of resetting the connection', async () => {
    const body = Buffer.alloc(21 * 1024 * 1024, ' ')
    expectRefusal(await send(body), 413, 'request body exceeded size limits')
    const req = request(`${server.url}/api/42/envelope/?${auth}`, { method: 'POST' })
    for (let sent = 0; sent < 21; sent += 1) req.write(body.subarray(0, 1024 * 1024))
    req.end()
    const [res] = (await once(req, 'response')) as [{ statusCode: number; resume(): void }]
    res.resume()
    expect(res.statusCode).to.equal(413)
  })

  it('413: answers a client that requested to close the connection, once it has sent everything', async () => {
    const headers = { Connection: 'close', 'Content-Length': 21 * 1024 * 1024 }
    const req = request(`${server.url}/api/42/envelope/?${auth}`, { method: 'POST', headers })
    req.end(Buffer.alloc(21 * 1024 * 1024, ' '))
    const [res] = (await once(req, 'response')) as [{ statusCode: number; resume(): void }]
    res.resume()
    expect(res.statusCode).to.equal(413)
  })

  it('415: rejects unknown encodings', async () => {
    expectRefusal(await send(envelope, { 'Content-Encoding': 'compress' }), 415, 'unsupported content encoding')
  })

  describe('429', () => {
    beforeEach(async () => {
      await server.close()
      await start({ isLimited: true })
    })

    it("tells the SDK how long all of the key's categories have to wait", async () => {
      const answer = await send(envelope)
      expect(answer.status).to.equal(429)
      expect(answer.body)
        .to.have.property('detail')
        .that.matches(/^Sentry dropped data due to a quota/)
      expect(answer.headers.get('retry-after')).to.equal('30')
      expect(answer.headers.get('x-sentry-rate-limits')).to.equal('30::key')
      expect(server.records('envelopes')).to.deep.equal([])
    })

    it('counts rejected items by kind', async () => {
      await send(`${envelope}{"type":"span","item_count":7}\n{}\n{"type":"mystery"}\n\n`)
      await send(Buffer.alloc(21 * 1024 * 1024))
      const counts = (await server.refused()).map(({ kind, outcome, quantity }) => [kind, outcome, quantity])
      expect(counts).to.deep.equal([
        ['error', 'rate_limited', 1],
        ['span', 'rate_limited', 7],
        ['unknown', 'rate_limited', 2],
      ])
    })
  })

  it('503: requests a retry if the log is full, and counts lost items', async () => {
    await server.close()
    let isFull = true
    const log = createMemoryLog()
    const fullLog = createMemoryLog({ diskBytesMax: 0 })
    await start({ log: { ...log, append: (...args) => (isFull ? fullLog : log).append(...args) } })
    const answer = await send(envelope)
    expectRefusal(answer, 503, 'failed to queue envelope')
    expect(answer.headers.get('retry-after')).to.equal('5')
    isFull = false
    expect((await server.refused()).map(({ kind, reason }) => [kind, reason])).to.deep.equal([['error', 'log_full']])
  })

  it('503: requests a retry if keys cannot be looked up', async () => {
    await server.close()
    await start({ isDirectoryAway: true })
    expectRefusal(await send(envelope), 503, 'failed to queue envelope')
  })

  it('503: rejects bodies that exceed the memory limit together, and accepts them again afterwards', async () => {
    const inflated = gzipSync(
      Buffer.concat([Buffer.from('{}\n{"type":"mystery"}\n'), Buffer.alloc(90 * 1024 * 1024, 'x')]),
    )
    const headers = { 'Content-Encoding': 'gzip' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(inflated, headers)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).to.include(503).and.to.include(200)
    expect((await send(inflated, headers)).status).to.equal(200)
  })

  it('releases the resources of a client that disconnects while sending', async () => {
    const req = request(`${server.url}/api/42/envelope/?${auth}`, { method: 'POST', headers: { 'Content-Length': 99 } })
    req.on('error', () => undefined)
    req.write('{}\n')
    await once(req, 'socket')
    req.destroy()
    expect((await send(envelope)).status).to.equal(200)
    expect(server.faults).to.deep.equal([])
  })

  it('answers every edge case of the protocol as specified', async () => {
    for (const edge of await readEdgeCases()) {
      const answer = await post(server.url + edge.path, edge.body, edge.headers)
      expect(answer.status, edge.name).to.equal(edge.relay_status)
      if (edge.relay_body) expect(answer.body, edge.name).to.deep.equal(edge.relay_body)
    }
  })

  it('answers recorded SDK requests as specified', async () => {
    const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect'])
    for (const recorded of await readRecordedRequests()) {
      const headers = recorded.headers.filter(([name]) => !ownHeaders.has(name.toLowerCase()))
      const path = recorded.url.startsWith('/tunnel') ? '/api/42/envelope/' : recorded.url
      const isPost = recorded.method === 'POST'
      const res = await fetch(server.url + path, {
        method: recorded.method,
        headers,
        ...(isPost && { body: recorded.body }),
      })
      expect(res.status, recorded.file).to.equal(recorded.expect.status)
      const text = await res.text()
      if (recorded.expect.body) expect(JSON.parse(text), recorded.file).to.deep.equal(recorded.expect.body)
    }
  })
})

describe('OPTIONS /api/<n>/envelope/', () => {
  it('lets browsers of any origin post with SDK headers', async () => {
    const server = await startIngest()
    const res = await fetch(`${server.url}/api/42/envelope/`, { method: 'OPTIONS' })
    expect(res.status).to.equal(200)
    expect(await res.text()).to.equal('')
    expect(res.headers.get('access-control-allow-origin')).to.equal('*')
    expect(res.headers.get('access-control-allow-methods')).to.equal('POST')
    expect(res.headers.get('access-control-max-age')).to.equal('3600')
    expect(res.headers.get('access-control-allow-headers')).to.contain('x-sentry-auth').and.to.contain('content-type')
    await server.close()
  })
})

async function gzipZeros(mebibytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: 1 })
  const pieces: Buffer[] = []
  gzip.on('data', (piece: Buffer) => pieces.push(piece))
  const zeros = Buffer.alloc(8 * 1024 * 1024)
  for (let written = 0; written < mebibytes; written += 8) if (!gzip.write(zeros)) await once(gzip, 'drain')
  gzip.end()
  await once(gzip, 'end')
  return Buffer.concat(pieces)
}
