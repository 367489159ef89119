import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import { limits } from '@signalbox/contracts'
import {
  createAddressPolicy,
  createOutboundClient,
  OutboundFailure,
  type OutboundRequest,
} from '@signalbox/service-kit'
import { expect } from 'chai'

interface Seen {
  method: string | undefined
  url: string | undefined
  host: string | undefined
  authorization: string | undefined
  kind: string | undefined
  body: string
}

/** A receiver on loopback, which these tests' clients can reach only at 127.0.0.1. */
describe('requests to user-supplied addresses', () => {
  const servers: Server[] = []
  const seen: Seen[] = []
  let answer: (req: IncomingMessage, res: ServerResponse) => void

  const listen = async (server: Server): Promise<number> => {
    servers.push(server.listen(0, '127.0.0.1'))
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const startReceiver = () =>
    listen(
      createServer((req, res) => {
        let body = ''
        req.on('data', (chunk: Buffer) => (body += chunk.toString()))
        req.on('end', () => {
          const { authorization, host } = req.headers
          seen.push({
            method: req.method,
            url: req.url,
            host,
            authorization,
            kind: req.headers['x-kind']?.toString(),
            body,
          })
          answer(req, res)
        })
      }),
    )

  let port: number
  beforeEach(async () => {
    seen.length = 0
    answer = (_req, res) => res.end('thanks')
    port = await startReceiver()
  })
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  const policy = createAddressPolicy(['127.0.0.1'])
  const timeouts = { connectMs: 500, headersMs: 200, bodyMs: 200 }
  const names: Record<string, string[]> = {
    'receiver.test': ['127.0.0.1'],
    'other.test': ['127.0.0.1'],
    'inside.test': ['10.0.0.1', '::1', '127.0.0.2'],
    'mixed.test': ['10.0.0.1', '127.0.0.1'],
  }
  const lookups: string[] = []
  const resolve = (hostname: string) => {
    lookups.push(hostname)
    const addresses = names[hostname]
    const unknown = Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
    return addresses === undefined ? Promise.reject(unknown) : Promise.resolve(addresses)
  }
  const client = createOutboundClient({ policy, resolve, timeouts })
  const post = (url: string, more: Partial<OutboundRequest> = {}) =>
    client.send({ url, method: 'POST', body: '{"a":"ä"}', headers: { 'x-kind': 'notice' }, ...more })
  const failureOf = async (sent: Promise<unknown>): Promise<OutboundFailure> => {
    const error: unknown = await sent.then(() => undefined).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(OutboundFailure)
    return error as OutboundFailure
  }

  it('go to the named host and return its response, whatever the status', async () => {
    answer = (_req, res) => res.writeHead(429, { 'retry-after': '7', 'x-many': ['a', 'b'] }).end('slow down')
    const { status, headers, body, isComplete } = await post(`http://receiver.test:${port}/in?x=1`)
    expect({ status, body, isComplete }).to.deep.equal({ status: 429, body: 'slow down', isComplete: true })
    expect(headers).to.include({ 'retry-after': '7', 'x-many': 'a' })
    const host = `receiver.test:${port}`
    expect(seen).to.deep.equal([
      { method: 'POST', url: '/in?x=1', host, authorization: undefined, kind: 'notice', body: '{"a":"ä"}' },
    ])
  })

  for (const url of [
    'http://inside.test:PORT/',
    'http://127.0.0.2:PORT/',
    'http://[::1]:PORT/',
    'http://0x7f000002:PORT/',
  ]) {
    it(`are rejected if they go to ${url}`, async () => {
      expect(await failureOf(post(url.replace('PORT', String(port))))).to.include({ fate: 'refused' })
      expect(seen).to.deep.equal([])
    })
  }

  it('go only to the permitted addresses of a name', async () => {
    expect(await post(`http://mixed.test:${port}/`)).to.include({ status: 200 })
  })

  it('resolve `localhost` without a name server', async () => {
    lookups.length = 0
    expect(await post(`http://localhost:${port}/`)).to.include({ status: 200 })
    expect(lookups).to.deep.equal([])
  })

  it('go to the checked address even if the name resolves differently a moment later', async () => {
    let asked = 0
    const rebinding = createOutboundClient({
      policy: createAddressPolicy(['127.0.0.1']),
      timeouts,
      resolve: () => Promise.resolve([(asked += 1) === 1 ? '127.0.0.1' : '127.0.0.2']),
    })
    const url = `http://rebinding.test:${port}/`
    expect(await rebinding.send({ url, method: 'GET' })).to.include({ status: 200 })
    expect(asked).to.equal(1)
    expect(await failureOf(rebinding.send({ url, method: 'GET' }))).to.include({ fate: 'refused' })
    expect(seen).to.have.length(1)
  })

  describe('that are redirected', () => {
    const redirectTo = (location: string, status = 307) => {
      answer = (req, res) => {
        if (req.url === '/') res.writeHead(status, { location }).end()
        else res.end('there')
      }
    }
    for (const status of [307, 308]) {
      it(`by ${status} keep method and body`, async () => {
        redirectTo('/there', status)
        expect(await post(`http://receiver.test:${port}/`)).to.include({ status: 200, body: 'there' })
        expect(seen[1]).to.include({ method: 'POST', url: '/there', body: '{"a":"ä"}', kind: 'notice' })
      })
    }
    for (const status of [301, 302, 303]) {
      it(`by ${status} are not sent on with another method`, async () => {
        redirectTo('/there', status)
        expect(await post(`http://receiver.test:${port}/`)).to.include({ status })
        expect(seen).to.have.length(1)
        expect(await client.send({ url: `http://receiver.test:${port}/`, method: 'GET' })).to.include({ body: 'there' })
      })
    }
    for (const location of [
      'http://inside.test/',
      'http://127.0.0.2/',
      'http://169.254.169.254/',
      'file:///etc/passwd',
      'http://u:p@receiver.test/',
    ]) {
      it(`are rejected if they then go to ${location}`, async () => {
        redirectTo(location)
        expect(await failureOf(post(`http://receiver.test:${port}/`))).to.include({ fate: 'refused' })
        expect(seen).to.have.length(1)
      })
    }
    it('send secret headers only to the intended host', async () => {
      redirectTo(`http://other.test:${port}/there`)
      await post(`http://receiver.test:${port}/`, { secretHeaders: { authorization: 'Bearer xoxb' } })
      redirectTo('/there')
      await post(`http://receiver.test:${port}/`, { secretHeaders: { authorization: 'Bearer xoxb' } })
      expect(seen.map(({ authorization }) => authorization)).to.deep.equal([
        'Bearer xoxb',
        undefined,
        'Bearer xoxb',
        'Bearer xoxb',
      ])
    })
    it('do not send them to a different port of it', async () => {
      const otherPort = await startReceiver()
      redirectTo(`http://receiver.test:${otherPort}/there`)
      await post(`http://receiver.test:${port}/`, { secretHeaders: { authorization: 'Bearer xoxb' } })
      expect(seen[1]).to.include({ authorization: undefined })
    })
    it('stop after 3 hops', async () => {
      redirectTo('/')
      expect(await failureOf(post(`http://receiver.test:${port}/`))).to.include({ message: 'was redirected too often' })
      expect(seen).to.have.length(1 + limits.outbound.redirectsMax)
    })
    it('return the redirect itself if its target is not a valid URL', async () => {
      redirectTo('http://[')
      expect(await post(`http://receiver.test:${port}/`)).to.include({ status: 307 })
    })
  })

  describe('that fail', () => {
    it('have not arrived if the name is unknown or nobody listens', async () => {
      expect(await failureOf(post('http://unknown.test/'))).to.include({
        fate: 'not-sent',
        message: 'unknown host name',
      })
      servers.splice(0).forEach((server) => server.close())
      const refused = await failureOf(post(`http://receiver.test:${port}/`))
      expect(refused).to.include({ fate: 'not-sent', message: 'connection refused' })
    })
    it('have not arrived if the name server takes too long', async () => {
      const slow = createOutboundClient({
        policy,
        timeouts: { ...timeouts, connectMs: 20 },
        resolve: () => new Promise(() => undefined),
      })
      expect(await failureOf(slow.send({ url: 'http://receiver.test/', method: 'GET' }))).to.include({
        fate: 'not-sent',
      })
    })
    it('have not arrived if the TLS handshake fails', async () => {
      const failure = await failureOf(post(`https://receiver.test:${port}/`))
      expect(failure).to.include({ fate: 'not-sent' })
    })
    it('may have arrived if the response times out', async () => {
      answer = () => undefined
      expect(await failureOf(post(`http://receiver.test:${port}/`))).to.include({ fate: 'unknown' })
      expect(seen).to.have.length(1)
    })
    it('may have arrived if the connection breaks', async () => {
      answer = (req) => req.socket.destroy()
      expect(await failureOf(post(`http://receiver.test:${port}/`))).to.include({
        fate: 'unknown',
        message: 'connection reset',
      })
    })
    it('may have arrived if the caller aborts them, and end immediately', async () => {
      const ending = new AbortController()
      answer = () => {
        ending.abort()
      }
      expect(await failureOf(post(`http://receiver.test:${port}/`, { signal: ending.signal }))).to.include({
        fate: 'unknown',
      })
      const before = await failureOf(post(`http://receiver.test:${port}/`, { signal: AbortSignal.abort() }))
      expect(before).to.include({ fate: 'not-sent' })
    })
    it('may have arrived if the response is not HTTP', async () => {
      const odd = await listen(createTcpServer((socket) => socket.end('220 smtp.example.com ESMTP\r\n')))
      expect(await failureOf(post(`http://receiver.test:${odd}/`))).to.include({ fate: 'unknown' })
    })
  })

  it('return a status whose body never ends, without waiting for the body', async () => {
    answer = (_req, res) => res.writeHead(200).write('first')
    const { status, body, isComplete } = await post(`http://receiver.test:${port}/`)
    expect({ status, body, isComplete }).to.deep.equal({ status: 200, body: 'first', isComplete: false })
  })

  it('read only the first bytes of a response', async () => {
    answer = (_req, res) => res.end('x'.repeat(limits.outbound.answerBytesMax * 4))
    const { body, isComplete } = await post(`http://receiver.test:${port}/`)
    expect({ length: body.length, isComplete }).to.deep.equal({
      length: limits.outbound.answerBytesMax,
      isComplete: false,
    })
  })
})
