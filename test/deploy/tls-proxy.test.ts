import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import type { AuditEntry } from '@signalbox/contracts'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { findFreePorts } from '../support/free-ports.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { makeTlsPair } from '../support/make-tls-pair.js'
import { startNginx } from './run-nginx.js'

const mebibyte = 1024 * 1024

describe('nginx terminating TLS in front of an installation', () => {
  let directory: string
  let signalbox: InProcessSignalbox
  let nginx: { close: () => Promise<void> }
  let ports: { http: number; https: number }
  let ca: Buffer

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-proxy-'))
    const { tlsCert, tlsKey } = makeTlsPair(directory)
    ca = await readFile(tlsCert)
    const [http = 0, https = 0] = await findFreePorts(2)
    ports = { http, https }
    signalbox = await startInProcess({
      publicUrl: `https://localhost:${https}`,
      env: { SIGNALBOX_TRUSTED_PROXIES: '127.0.0.1' },
    })
    const file = await readFile('deploy/nginx/tls.conf', 'utf8')
    const servers = file
      // Some machines have no IPv6.
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen ${http};`)
      .replace('listen 443 ssl;', `listen ${https} ssl;`)
      .replace(/\/etc\/letsencrypt\/\S+fullchain\.pem/, tlsCert)
      .replace(/\/etc\/letsencrypt\/\S+privkey\.pem/, tlsKey)
      .replaceAll('http://127.0.0.1:8000', signalbox.url)
    nginx = await startNginx(servers, https)
  })
  after(async () => {
    await nginx.close()
    await signalbox.close()
    await rm(directory, { recursive: true, force: true })
  })

  type Options = Omit<RequestOptions, 'headers'> & { headers?: Record<string, string | number> }

  function open(path: string, { headers, ...options }: Options = {}) {
    const authorization = `Bearer ${signalbox.apiKey}`
    return request({
      host: '127.0.0.1',
      port: ports.https,
      path,
      ca,
      agent: false,
      headers: { authorization, ...headers },
      ...options,
    })
  }

  async function send(path: string, options: Options & { body?: string | Buffer } = {}) {
    const { body, ...rest } = options
    const req = open(path, rest).end(body)
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    return res
  }

  it('redirects browsers to HTTPS, with HSTS', async () => {
    const plain = await fetch(`http://127.0.0.1:${ports.http}/issues?since=1h`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).to.deep.equal([308, 'https://127.0.0.1/issues?since=1h'])
    for (const path of ['/api/v1/telemetry/projects/', '/internal/keys/']) {
      const { headers, rawHeaders } = (await send(path)).resume()
      expect(headers['strict-transport-security']).to.equal('max-age=31536000')
      expect(rawHeaders.filter((name) => name.toLowerCase() === 'strict-transport-security')).to.have.length(1)
    }
  })

  it('hides internal paths', async () => {
    expect((await send('/internal/keys/')).resume().statusCode).to.equal(404)
  })

  it('streams events to the client without buffering', async () => {
    const tail = await send('/api/v1/telemetry/query/logs/tail/?follow_seconds=30')
    expect(tail.statusCode).to.equal(200)
    const nano = `${Date.now()}000000`
    const logRecords = [{ timeUnixNano: nano, severityNumber: 9, body: { stringValue: 'through the proxy' } }]
    const body = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
    const taken = await send('/v1/logs', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(taken.resume().statusCode).to.equal(200)
    let seen = ''
    for await (const chunk of tail.setEncoding('utf8')) {
      seen += String(chunk)
      if (seen.includes('through the proxy')) break
    }
    expect(tail.complete).to.equal(false)
    tail.destroy()
  })

  it('accepts large uploads', async () => {
    const { number, publicKey } = signalbox.project
    const eventId = 'b'.repeat(32)
    const file = Buffer.alloc(15 * mebibyte, 'x')
    const head = [
      { event_id: eventId },
      { type: 'event' },
      { event_id: eventId, message: 'with a large file', timestamp: Date.now() / 1_000 },
      { type: 'attachment', length: file.length, filename: 'core.bin' },
    ].map((line) => JSON.stringify(line))
    const body = Buffer.concat([Buffer.from(`${head.join('\n')}\n`), file])
    const path = `/api/${number}/envelope/?sentry_key=${publicKey}`
    const answer = await send(path, { method: 'POST', body })
    expect(await json(answer)).to.deep.equal({ id: eventId })
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.include({ 'error stored': 1, 'attachment stored': 1 })
    })
  })

  it('forwards a rejection while the body is still being sent', async () => {
    const { number, publicKey } = signalbox.project
    const length = 25 * mebibyte
    const req = open(`/api/${number}/envelope/?sentry_key=${publicKey}`, {
      method: 'POST',
      headers: { 'content-length': length },
    })
    req.on('error', () => undefined)
    req.write(Buffer.alloc(mebibyte, '{'))
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    expect([res.statusCode, await text(res)]).to.satisfy(
      ([status, said]: [number, string]) => status === 413 && !said.includes('nginx'),
    )
    req.destroy()
  })

  it("forwards the client's address, whatever headers the client sets", async () => {
    const keys = '/api/v1/organization/api-keys/'
    const { id, key } = (await signalbox.call('POST', keys, { name: 'leaked' })).body as { id: string; key: string }
    await signalbox.call('DELETE', `${keys}${id}/`)
    const refused = await send('/api/v1/telemetry/projects/', {
      localAddress: '127.0.0.7',
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': '203.0.113.9' },
    })
    expect(refused.resume().statusCode).to.equal(401)
    await eventually(async () => {
      const { body } = await signalbox.call('GET', '/api/v1/organization/audit-log/?action=useApiKey')
      const { entries } = body as { entries: AuditEntry[] }
      expect(entries.map(({ address }) => address)).to.deep.equal(['127.0.0.7'])
    })
  })
})
