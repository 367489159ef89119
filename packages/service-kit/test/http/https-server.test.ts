import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { connect as connectPlain, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { makeTlsPair } from '../../../../test/support/make-tls-pair.js'
import { createHttpServer, createMetrics, openTlsFiles, silentLog, type HttpServer } from '../../src/index.js'

describe('createHttpServer with TLS', () => {
  let directory: string
  let server: HttpServer
  /** Answers waiting requests. */
  const waiting: (() => void)[] = []
  const sockets: Socket[] = []
  const agent = new Agent({ keepAlive: true })

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'signalbox-tls-'))
    const tls = openTlsFiles(makeTlsPair(directory), { log: silentLog, metrics: createMetrics(), checkEveryMs: 5 })
    server = createHttpServer({
      port: 0,
      host: '127.0.0.1',
      log: silentLog,
      tls,
      app: (req, res) => {
        if (req.url === '/late') waiting.push(() => res.end('late'))
        else res.end('answer')
      },
      hotRoutes: [
        (req, res) => {
          if (req.url !== '/hot') return false
          res.writeHead(200, { 'Content-Type': 'text/plain' }).end('hot')
          return true
        },
      ],
      stopWithinMs: 60_000,
    })
    await server.start()
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    agent.destroy()
    await server.stop()
    rmSync(directory, { recursive: true })
  })

  const ca = () => readFileSync(join(directory, 'cert.pem'))
  const get = (path: string) =>
    new Promise<{ body: string; transport: string | undefined }>((resolve, reject) => {
      request({ port: server.address().port, host: '127.0.0.1', path, agent, ca: ca() }, (res) => {
        let body = ''
        res.on('data', (chunk: Buffer) => (body += chunk.toString()))
        res.on('end', () => {
          resolve({ body, transport: res.headers['strict-transport-security'] })
        })
      })
        .on('error', reject)
        .end()
    })
  const connectRaw = async () => {
    const socket = connectPlain(server.address().port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  /** The certificate shown to a new connection. */
  const serialServed = async (): Promise<string> => {
    const socket = connect({ port: server.address().port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { serialNumber } = socket.getPeerCertificate()
    socket.destroy()
    return serialNumber
  }

  it('serves HTTPS, including hot routes, and sends Strict-Transport-Security', async () => {
    const transport = 'max-age=31536000'
    expect(await get('/')).to.deep.equal({ body: 'answer', transport })
    expect(await get('/hot')).to.deep.equal({ body: 'hot', transport })
  })

  it('does not answer plain HTTP', async () => {
    const socket = await connectRaw()
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.write('GET / HTTP/1.1\r\nHost: signalbox\r\n\r\n')
    await once(socket, 'close')
    expect(answer).not.to.contain('answer')
  })

  it('uses a renewed certificate for new connections, while open ones continue', async () => {
    const before = await serialServed()
    await get('/')
    const late = get('/late')
    await eventually(() => {
      expect(waiting).to.have.length(1)
    })
    makeTlsPair(directory)
    await eventually(async () => {
      expect(await serialServed()).not.to.equal(before)
    })
    waiting.pop()?.()
    expect((await late).body).to.equal('late')
  })

  it('stops without waiting for idle connections or unfinished handshakes', async () => {
    await get('/')
    await connectRaw()
    const halfway = await connectRaw()
    // The header of a TLS record that announces a 512-byte ClientHello.
    halfway.write(Buffer.from([22, 3, 1, 2, 0, 1]))
    let closed = 0
    for (const socket of sockets) socket.on('close', () => (closed += 1))
    await server.stop()
    await eventually(() => {
      expect(closed).to.equal(2)
    })
  })

  it('lets a running request finish on stop', async () => {
    const late = get('/late')
    await eventually(() => {
      expect(waiting).to.have.length(1)
    })
    const stopped = server.stop()
    waiting.pop()?.()
    expect((await late).body).to.equal('late')
    await stopped
  })
})
