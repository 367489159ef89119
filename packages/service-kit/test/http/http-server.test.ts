import { request } from 'node:http'
import { Agent } from 'node:http'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { createHttpServer, createMetrics, labelRoute, silentLog, type HttpServer } from '../../src/index.js'

describe('createHttpServer', () => {
  let server: HttpServer | undefined
  const agent = new Agent({ keepAlive: true })

  afterEach(() => server?.stop())
  after(() => {
    agent.destroy()
  })

  const get = (path: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      request({ port: server?.address().port, host: '127.0.0.1', path, agent }, (res) => {
        let body = ''
        res.on('data', (chunk: Buffer) => (body += chunk.toString()))
        res.on('end', () => {
          resolve({ status: res.statusCode ?? 0, body })
        })
      })
        .on('error', reject)
        .end()
    })
  const base = { port: 0, host: '127.0.0.1', log: silentLog }

  it('tries hot routes first and counts them by their label', async () => {
    const metrics = createMetrics()
    server = createHttpServer({
      ...base,
      metrics,
      app: (_req, res) => res.end('app'),
      hotRoutes: [
        (req, res) => {
          if (req.url !== '/hot') return false
          labelRoute(req, '/hot')
          res.end('hot')
          return true
        },
      ],
    })
    await server.start()
    expect((await get('/hot')).body).to.equal('hot')
    expect((await get('/cold')).body).to.equal('app')
    expect(await metrics.registry.metrics()).to.contain(
      'signalbox_http_requests_total{method="GET",route="/hot",status_code="200"} 1',
    )
  })

  it('answers all requests, however many arrive at once', async () => {
    server = createHttpServer({ ...base, app: (req, res) => res.end(req.url) })
    await server.start()
    const paths = Array.from({ length: 5 * limits.arrivals.perTurnMax }, (_, index) => `/${index}`)
    const answers = await Promise.all(paths.map(get))
    expect(answers).to.deep.equal(paths.map((path) => ({ status: 200, body: path })))
  })

  it('answers 500 without internals if a hot route throws', async () => {
    server = createHttpServer({
      ...base,
      app: (_req, res) => res.end(),
      hotRoutes: [
        () => {
          throw new Error('internals')
        },
      ],
    })
    await server.start()
    const { status, body } = await get('/')
    expect(status).to.equal(500)
    expect(body).not.to.contain('internals')
  })

  it('lets a running request finish on stop, without waiting for its idle connection', async () => {
    let release: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => {
      server = createHttpServer({
        ...base,
        app: (_req, res) => {
          release = () => res.end('late')
          resolve()
        },
      })
    })
    await server?.start()
    const answer = get('/')
    await arrived
    const stopped = server?.stop()
    release()
    expect((await answer).body).to.equal('late')
    await stopped
  })

  it('cuts off requests that are still running at the time limit', async () => {
    server = createHttpServer({ ...base, app: () => undefined, stopWithinMs: 50 })
    await server.start()
    const answer = get('/').catch((error: unknown) => error)
    await new Promise((resolve) => setImmediate(resolve))
    await server.stop()
    expect(await answer).to.be.instanceOf(Error)
  })

  it('rejects if the address is in use', async () => {
    server = createHttpServer({ ...base, app: () => undefined })
    await server.start()
    const second = createHttpServer({ ...base, port: server.address().port, app: () => undefined })
    const error: unknown = await Promise.resolve(second.start()).catch((reason: unknown) => reason)
    expect(error).to.have.property('code', 'EADDRINUSE')
  })
})
