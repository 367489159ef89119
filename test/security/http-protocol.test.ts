import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import {
  rootKey,
  serveControlPlane,
  type ServedControlPlane,
} from '../../services/control-plane/test/support/served-control-plane.js'

const body = '{"name":"smuggled"}'
const host = 'Host: signalbox\r\n'
const line = (path = '/api/v1/auth/session/') => `GET ${path} HTTP/1.1\r\n${host}`
/** A complete request that must never be served, because it is inside another one. */
const smuggled = `GET /smuggled HTTP/1.1\r\n${host}\r\n`

/** What a client writes, and the statuses of all responses until the connection ends or is idle. */
const attacks: Record<string, { sent: string; statuses: readonly number[] }> = {
  'Content-Length and Transfer-Encoding': {
    sent: `POST / HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    statuses: [400],
  },
  'two different lengths': {
    sent: `POST / HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: ${body.length}\r\n\r\n${body}${smuggled}`,
    statuses: [400],
  },
  'an unknown encoding after chunked': {
    sent: `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n${smuggled}`,
    statuses: [400],
  },
  'a negative length': { sent: `POST / HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n${smuggled}`, statuses: [400] },
  'a chunk size that overflows': {
    sent: `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n${smuggled}`,
    statuses: [400],
  },
  'a space before the colon': {
    sent: `POST / HTTP/1.1\r\n${host}Content-Length : 5\r\n\r\n${smuggled}`,
    statuses: [400],
  },
  'a header without a carriage return': { sent: `GET / HTTP/1.1\n${host}\n${smuggled}`, statuses: [400] },
  'a NUL in a header': { sent: `${line()}X: a\0b\r\n\r\n`, statuses: [400] },
  'headers of 20 KB': { sent: `${line()}X: ${'x'.repeat(20_000)}\r\n\r\n`, statuses: [431] },
  'a folded header': { sent: `${line()}X: a\r\n b\r\n\r\n`, statuses: [400] },
  'another path in headers': {
    sent: `${line()}X-Original-URL: /api/v1/auth/methods/\r\nX-Rewrite-URL: /api/v1/auth/methods/\r\n\r\n`,
    statuses: [401],
  },
  'another method in a header': {
    sent: `POST /api/v1/auth/methods/ HTTP/1.1\r\n${host}X-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n\r\n`,
    statuses: [405],
  },
  'a trace': { sent: `TRACE / HTTP/1.1\r\n${host}Cookie: secret\r\n\r\n`, statuses: [404] },
  'an escape from the folder of files': { sent: `${line('/assets/..%2f..%2f..%2fetc/passwd')}\r\n`, statuses: [404] },
  'five thousand headers': { sent: `${line()}${'X: y\r\n'.repeat(5_000)}\r\n`, statuses: [401] },
  'an absolute address of another host': { sent: `${line('http://elsewhere/api/v1/auth/')}\r\n`, statuses: [404] },
  'a path with a NUL': { sent: `${line('/api/v1/\0')}\r\n`, statuses: [400] },
  'no host in HTTP/1.1': { sent: 'GET / HTTP/1.1\r\n\r\n', statuses: [400] },
  'two hosts': { sent: `${line()}Host: elsewhere\r\n\r\n${smuggled}`, statuses: [400] },
  'the same host twice': { sent: `${line()}${host}\r\n${smuggled}`, statuses: [400] },
  'an unknown expectation': { sent: `${line()}Expect: teapot\r\n\r\n`, statuses: [417] },
  'an upgrade to another protocol': {
    sent: `${line('/api/v1/nothing/')}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    statuses: [404],
  },
  'a method that nobody knows': { sent: `XYZ / HTTP/1.1\r\n${host}\r\n`, statuses: [400] },
  'a tunnel': { sent: `CONNECT elsewhere:443 HTTP/1.1\r\n${host}\r\n`, statuses: [] },
  'no HTTP at all': { sent: '\x16\x03\x01\x02\x00\x01\x00\x01', statuses: [400] },
}

describe('clients that break the protocol', () => {
  let served: ServedControlPlane
  before(async () => {
    served = await serveControlPlane()
  })
  after(() => served.close())

  for (const [name, { sent, statuses }] of Object.entries(attacks)) {
    it(`${name}: get ${statuses.join() || 'no response'}, and nothing after it is served`, async () => {
      expect(await statusesOf(connect(Number(new URL(served.url).port), '127.0.0.1'), sent)).to.deep.equal(statuses)
      expect((await served.call('GET', '/api/v1/telemetry/projects/')).status).to.equal(200)
    })
  }

  it('HTTP/1.0 is answered, and ends the connection', async () => {
    const sent = 'GET /api/v1/nothing/ HTTP/1.0\r\n\r\n'
    const open = () => connect(Number(new URL(served.url).port), '127.0.0.1')
    expect(await statusesOf(open(), sent)).to.deep.equal([404])
    expect(await statusesOf(open(), sent + smuggled)).to.deep.equal([400])
  })

  for (const connection of ['keep-alive', 'close']) {
    it(`a body that is announced without a key is not asked for, and nothing after it is served (${connection})`, async () => {
      const expecting = `${host}Expect: 100-continue\r\nConnection: ${connection}\r\nContent-Length: 1000\r\n\r\n`
      const sent = `POST /api/v1/telemetry/projects/ HTTP/1.1\r\n${expecting}${smuggled}`
      expect(await statusesOf(connect(Number(new URL(served.url).port), '127.0.0.1'), sent)).to.deep.equal([401])
    })
  }

  it('a body that is announced with a key is asked for and served, and the connection stays open', async () => {
    const headers = { authorization: `Bearer ${rootKey}`, 'content-type': 'application/json', expect: '100-continue' }
    const agent = new Agent({ keepAlive: true })
    const req = request(`${served.url}/api/v1/telemetry/projects/`, { method: 'POST', headers, agent })
    req.flushHeaders()
    await once(req, 'continue')
    const answered = new Promise<IncomingMessage>((resolve) => req.on('response', resolve))
    req.end('{"name":"announced"}')
    const res = await answered
    res.resume()
    expect([res.statusCode, res.headers.connection]).to.deep.equal([201, 'keep-alive'])
    agent.destroy()
  })
})

/** @returns the statuses of the responses on a connection, until it ends or has been silent for a while. */
async function statusesOf(socket: Socket, sent: string): Promise<number[]> {
  let text = ''
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece))
  const ended = new Promise<void>((resolve) => {
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve()
    })
    // Ends the connection as soon as the server has answered what it will answer.
    socket.on('connect', () => socket.end(Buffer.from(sent, 'latin1')))
  })
  await ended
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
}
