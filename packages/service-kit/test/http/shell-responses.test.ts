import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { mock } from 'node:test'
import request from 'supertest'
import { createThingApp, expectProblem, read, thingId, thingPath, write } from './thing-app.js'

describe('shell', () => {
  describe('responses', () => {
    it('passes the declared parameters to the handler, with defaults applied', async () => {
      const res = await read(createThingApp().app)
      expect(res.status).to.equal(200)
      expect(res.body).to.deep.equal({ id: thingId, since: '24h', limit: 100 })
      expect(res.headers).to.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      expect(res.headers).not.to.have.any.keys('x-powered-by', 'etag')
    })

    for (const path of [
      thingPath,
      thingPath.slice(0, -1),
      `/api/v1/old-things/${thingId}`,
      `/api/v1/old-things/${thingId}/`,
    ]) {
      it(`serves ${path}`, async () => {
        expect((await read(createThingApp().app, path)).status).to.equal(200)
      })
    }

    it('returns the request ID if it is harmless, and replaces any other', async () => {
      const { app } = createThingApp()
      const kept = await read(app).set('X-Request-Id', 'abc-123')
      const replaced = await read(app).set('X-Request-Id', '<script>')
      expect(kept.headers['x-request-id']).to.equal('abc-123')
      expect(replaced.headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/)
    })

    it('serves pages without a key', async () => {
      expect((await request(createThingApp().app).get('/api/docs')).status).to.equal(200)
    })

    it('answers HEAD like GET without a body, and OPTIONS with the allowed methods', async () => {
      const { app } = createThingApp()
      const head = await request(app).head(thingPath).set('Authorization', 'Bearer key-all')
      const options = await request(app).options(thingPath)
      expect(head.status).to.equal(200)
      expect(options.status).to.equal(204)
      expect(options.headers['allow']).to.equal('GET, HEAD, OPTIONS')
    })

    it('labels metrics with the route pattern, never with the path', async () => {
      const { app, metrics } = createThingApp()
      await read(app)
      await request(app).get('/nowhere/secret-path')
      const text = await metrics.registry.metrics()
      expect(text).to.match(
        /signalbox_http_requests_total\{method="GET",route="\/api\/v1\/things\/\{thing_id\}\/",status_code="200"\} 1/,
      )
      expect(text).not.to.contain('secret-path')
      expect(text).not.to.contain(thingId)
    })
  })

  describe('404 and 405', () => {
    for (const path of ['/v1', '/v1/traces/v1/traces', '/api/1/integration/otlp', '/opentelemetry.proto.x/Export']) {
      it(`points an exporter that sends to ${path} to the OTLP endpoint`, async () => {
        const answer = await read(createThingApp().app, path)
        expectProblem(answer, 404, 'not-found')
        expect(answer.text).to.match(/OTLP is served at \/v1\/traces/)
      })
    }

    it('answers 404 for an unknown path', async () => {
      expectProblem(await read(createThingApp().app, '/api/v1/nothing/'), 404, 'not-found')
    })

    it('lists the methods of a path', async () => {
      const res = await request(createThingApp().app).delete('/api/v1/things/')
      expectProblem(res, 405, 'method-not-allowed')
      expect(res.headers['allow']).to.equal('POST, OPTIONS')
    })
  })

  describe('responses to a request that is still being sent', () => {
    beforeEach(() => {
      mock.timers.enable({ apis: ['setTimeout'] })
    })
    afterEach(() => {
      mock.timers.reset()
    })

    for (const [head, status] of [
      ['POST /nothing', 404],
      ['DELETE /api/v1/things/', 405],
      ['POST /api/v1/things/', 401],
    ] as const) {
      it(`end with the connection if the client does not finish: ${status}`, async () => {
        const server = createServer({ keepAliveTimeout: 0 }, createThingApp().app).listen(0, '127.0.0.1')
        await once(server, 'listening')
        const socket = connect(portOf(server), '127.0.0.1').setEncoding('utf8')
        const closed = once(socket, 'close')
        const isRead = new Promise<void>((resolve) => {
          server.on('request', (_req, res: ServerResponse) => res.on('close', resolve))
        })
        socket.write(`${head} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{`)
        const answer: unknown[] = await once(socket, 'data')
        await isRead
        mock.timers.tick(60_000)
        await closed
        expect(answer[0]).to.match(new RegExp(`^HTTP/1.1 ${status} `))
        server.close()
      })
    }
  })

  describe('500', () => {
    it('hides the cause, and logs it once with the request ID', async () => {
      const { app, errors } = createThingApp()
      const res = await write(app).send({ name: 'crash' })
      const problem = expectProblem(res, 500, 'internal')
      expect(res.text).not.to.contain('secret internals')
      expect(errors).to.have.length(1)
      expect(errors[0]).to.include({ requestId: problem.request_id })
    })
  })
})

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server is not listening')
  return address.port
}
