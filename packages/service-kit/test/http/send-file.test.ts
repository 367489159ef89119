import { FileBytes, FileContent, defineRoute, type ApiScope } from '@signalbox/contracts'
import { createMetrics, createRateLimits, createRoute, createShell, silentLog } from '@signalbox/service-kit'
import { expect } from 'chai'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import request from 'supertest'

const readFile = defineRoute({
  id: 'readFile',
  method: 'get',
  path: '/api/v1/file/',
  tag: 'Files',
  summary: 'A file',
  scope: 'telemetry:read',
  rateLimit: 'query',
  status: 200,
  response: FileBytes,
})

function serve(file: Partial<{ name: string; contentType: string; bytes: FileContent['bytes'] }>) {
  const content = new FileContent({ name: 'a.txt', contentType: 'text/plain', bytes: new Uint8Array(), ...file })
  const scopes = new Set<ApiScope>(['telemetry:read'])
  return createShell({
    routes: [createRoute(readFile, () => content)],
    keys: {
      findApiKey: () =>
        Promise.resolve({
          keyId: 'k',
          organizationId: 'o',
          scopes,
          queryLimitPerMinute: null,
          ingestLimitPerMinute: null,
        }),
      findDsnKey: () => Promise.resolve(undefined),
    },
    rateLimits: createRateLimits({ queryPerMinute: 1_000, ingestPerMinute: 1 }),
    metrics: createMetrics(),
    log: silentLog,
  })
}

function get(file: Parameters<typeof serve>[0]) {
  return request(serve(file)).get('/api/v1/file/').set('Authorization', 'Bearer key').responseType('blob')
}

describe('a file response', () => {
  it('contains the exact bytes as a download, and executes nothing', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256)
    const answer = await get({ bytes, contentType: 'image/png', name: 'shot.png' })
    expect(answer.status).to.equal(200)
    expect(Buffer.compare(answer.body as Buffer, bytes)).to.equal(0)
    expect(answer.headers).to.include({
      'content-type': 'image/png',
      'content-length': '70000',
      'content-disposition': `attachment; filename="shot.png"; filename*=UTF-8''shot.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'cache-control': 'no-store',
    })
  })

  it('is empty for an empty file, and has no body for HEAD', async () => {
    const empty = await get({})
    expect(empty.headers['content-length']).to.equal('0')
    const head = await request(serve({ bytes: Buffer.from('abc') }))
      .head('/api/v1/file/')
      .set('Authorization', 'Bearer key')
    expect(head.status).to.equal(200)
    expect(head.headers['content-length']).to.equal('3')
  })

  it('streams its content with its length', async () => {
    const answer = await get({
      bytes: { byteLength: 6, stream: Readable.from([Buffer.from('abc'), Buffer.from('def')]) },
    })
    expect(String(answer.body)).to.equal('abcdef')
    expect(answer.headers['content-length']).to.equal('6')
  })

  it('is cut off if its stream fails, so that nobody mistakes it for complete', async () => {
    const stream = Readable.from(
      (async function* () {
        yield await Promise.resolve(Buffer.from('abc'))
        throw new Error('disk')
      })(),
    )
    const failure: unknown = await get({ bytes: { byteLength: 6, stream } }).catch((error: unknown) => error)
    expect(failure).to.be.an('error')
    expect(stream.destroyed).to.equal(true)
  })

  it('releases its stream when the caller disconnects', async () => {
    const stream = new Readable({ read: () => undefined })
    stream.push('abc')
    const server = serve({ bytes: { byteLength: 6, stream } }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const res = await fetch(`http://127.0.0.1:${port}/api/v1/file/`, { headers: { authorization: 'Bearer key' } })
    const closed = new Promise((resolve) => stream.once('close', resolve))
    await res.body?.cancel()
    await closed
    expect(stream.destroyed).to.equal(true)
    server.close()
  })

  for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'nonsense\r\nX: y', '']) {
    it(`hides the media type ${JSON.stringify(type)}`, async () => {
      const answer = await get({ contentType: type })
      expect(answer.headers['content-type']).to.equal('application/octet-stream')
    })
  }

  it('omits parameters of a harmless media type', async () => {
    const answer = await get({ contentType: 'Text/Plain; charset=utf-7' })
    expect(answer.headers['content-type']).to.equal('text/plain')
  })

  const names: [given: string, header: string][] = [
    ['../../etc/passwd', `attachment; filename="passwd"; filename*=UTF-8''passwd`],
    ['C:\\temp\\a b.log', `attachment; filename="a b.log"; filename*=UTF-8''a%20b.log`],
    ['x"; filename="y.exe', `attachment; filename="x_; filename=_y.exe"; filename*=UTF-8''x_%3B%20filename%3D_y.exe`],
    ['a\r\nSet-Cookie: b', `attachment; filename="a__Set-Cookie_ b"; filename*=UTF-8''a__Set-Cookie_%20b`],
    ['Größe 😀.txt', `attachment; filename="Gr__e _.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%F0%9F%98%80.txt`],
    ['a\u202Egnp.exe', `attachment; filename="a_gnp.exe"; filename*=UTF-8''a_gnp.exe`],
    ["it's(1)*.txt", `attachment; filename="it's(1)_.txt"; filename*=UTF-8''it%27s%281%29_.txt`],
    ['.bashrc', `attachment; filename="bashrc"; filename*=UTF-8''bashrc`],
    ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
    ['..', `attachment; filename="attachment"; filename*=UTF-8''attachment`],
    ['', `attachment; filename="attachment"; filename*=UTF-8''attachment`],
  ]
  for (const [given, header] of names) {
    it(`sanitizes the name ${JSON.stringify(given)}`, async () => {
      const answer = await get({ name: given })
      expect(answer.headers['content-disposition']).to.equal(header)
    })
  }

  it('retains the end of a long name', async () => {
    const answer = await get({ name: `${'a'.repeat(5_000)}.txt` })
    expect(answer.headers['content-disposition']).to.match(/filename="a{146}\.txt"/)
  })
})
