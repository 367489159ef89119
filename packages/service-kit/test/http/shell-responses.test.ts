import { gzipSync } from 'node:zlib'
import { apiScopes, defineRoute, limits, MapOf, ServiceError, type ApiScope, type Problem } from '@signalbox/contracts'
import { expect } from 'chai'
import express from 'express'
import request, { type Response } from 'supertest'
import { Type } from 'typebox'
import {
  createMetrics,
  createRateLimits,
  createRoute,
  createShell,
  silentLog,
  type KeyDirectory,
  type RefusedKeyObserver,
} from '../../src/index.js'

const readThing = defineRoute({
  id: 'readThing',
  method: 'get',
  path: '/api/v1/things/{thing_id}/',
  aliases: ['/api/v1/old-things/{thing_id}/'],
  tag: 'Things',
  summary: 'One thing',
  scope: 'telemetry:read',
  rateLimit: 'query',
  params: Type.Object({ thing_id: Type.String({ format: 'uuid' }) }),
  query: Type.Object({
    tag: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 2 })),
    since: Type.Unsafe<'1h' | '24h'>({ type: 'string', enum: ['1h', '24h'], default: '24h' }),
    limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
    label: Type.Optional(MapOf(Type.String({ minLength: 1 }))),
  }),
  status: 200,
  response: Type.Object({ id: Type.String(), since: Type.String(), limit: Type.Integer() }),
})

const writeThing = defineRoute({
  id: 'writeThing',
  method: 'post',
  path: '/api/v1/things/',
  tag: 'Things',
  summary: 'A new thing',
  scope: 'projects:write',
  rateLimit: 'ingest',
  body: Type.Object(
    { name: Type.String({ minLength: 1, maxLength: 200 }), size: Type.Optional(Type.Integer()) },
    { additionalProperties: false },
  ),
  status: 201,
  response: Type.Object({ name: Type.String() }),
})

const thingId = '0192f3a0-0000-7000-8000-000000000001'
const thingPath = `/api/v1/things/${thingId}/`

const callers: Readonly<Record<string, readonly ApiScope[]>> = { 'key-all': apiScopes, 'key-none': [] }

const keys: KeyDirectory = {
  findDsnKey: () => Promise.resolve(undefined),
  findApiKey: (secret) => {
    if (secret === 'key-broken') return Promise.reject(new ServiceError('unavailable', { retryAfterSeconds: 3 }))
    const scopes = callers[secret]
    return Promise.resolve(
      scopes && {
        keyId: secret,
        organizationId: 'organization',
        scopes: new Set(scopes),
        queryLimitPerMinute: null,
        ingestLimitPerMinute: null,
      },
    )
  },
}

interface AppOptions {
  queryPerMinute?: number
  onWrite?: (name: string) => void
  onRefusedKey?: RefusedKeyObserver
}

function createApp(options: AppOptions = {}) {
  const errors: unknown[] = []
  const metrics = createMetrics()
  const page = express.Router()
  page.get('/api/docs', (_req, res) => {
    res.type('html').send('<p>docs</p>')
  })
  const app = createShell({
    log: { ...silentLog, error: (fields) => errors.push(fields) },
    metrics,
    keys,
    ...(options.onRefusedKey && { onRefusedKey: options.onRefusedKey }),
    rateLimits: createRateLimits({ queryPerMinute: options.queryPerMinute ?? 1_000, ingestPerMinute: 1_000 }),
    routers: [page],
    routes: [
      createRoute(readThing, ({ params, query }) => ({ id: params.thing_id, ...query })),
      createRoute(writeThing, ({ body }) => {
        if (body.name === 'crash') throw new TypeError('secret internals')
        options.onWrite?.(body.name)
        return { name: body.name }
      }),
    ],
  })
  return { app, errors, metrics }
}

const read = (app: express.Express, path = thingPath) => request(app).get(path).set('Authorization', 'Bearer key-all')
const write = (app: express.Express, path = '/api/v1/things/') =>
  request(app).post(path).set('Authorization', 'Bearer key-all').set('Content-Type', 'application/json')

function expectProblem(res: Response, status: number, code: Problem['code']): Problem {
  expect(res.status, res.text).to.equal(status)
  expect(res.headers['content-type']).to.match(/^application\/problem\+json/)
  const problem = JSON.parse(res.text) as Problem
  expect(problem).to.include({ status, code, request_id: res.headers['x-request-id'] })
  return problem
}

describe('shell', () => {
  describe('answers', () => {
    it('passes the handler what the contract declares, with defaults applied', async () => {
      const res = await read(createApp().app)
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
        expect((await read(createApp().app, path)).status).to.equal(200)
      })
    }

    it('keeps a harmless request id and replaces any other', async () => {
      const { app } = createApp()
      const kept = await read(app).set('X-Request-Id', 'abc-123')
      const replaced = await read(app).set('X-Request-Id', '<script>')
      expect(kept.headers['x-request-id']).to.equal('abc-123')
      expect(replaced.headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/)
    })

    it('serves pages without a key', async () => {
      expect((await request(createApp().app).get('/api/docs')).status).to.equal(200)
    })

    it('answers HEAD as GET without a body, and OPTIONS with what is allowed', async () => {
      const { app } = createApp()
      const head = await request(app).head(thingPath).set('Authorization', 'Bearer key-all')
      const options = await request(app).options(thingPath)
      expect(head.status).to.equal(200)
      expect(options.status).to.equal(204)
      expect(options.headers['allow']).to.equal('GET, HEAD, OPTIONS')
    })

    it('counts by the pattern of the route, never by the path', async () => {
      const { app, metrics } = createApp()
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

  describe('401', () => {
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer unknown',
      'Basic key-all',
      'key-all',
      'Bearer a b',
    ]) {
      it(`refuses Authorization ${JSON.stringify(header)}`, async () => {
        const { app } = createApp()
        const res = await (header === undefined
          ? request(app).get(thingPath)
          : request(app).get(thingPath).set('Authorization', header))
        expectProblem(res, 401, 'unauthenticated')
        expect(res.headers['www-authenticate']).to.equal('Bearer')
      })
    }

    for (const word of ['Bearer', 'bearer', 'TOKEN', 'Token']) {
      it(`accepts the scheme word ${word}`, async () => {
        expect((await request(createApp().app).get(thingPath).set('Authorization', `${word} key-all`)).status).to.equal(
          200,
        )
      })
    }

    it('responds 503 instead if keys cannot be looked up', async () => {
      const res = await request(createApp().app).get(thingPath).set('Authorization', 'Bearer key-broken')
      expectProblem(res, 503, 'unavailable')
      expect(res.headers['retry-after']).to.equal('3')
    })
  })

  describe('403', () => {
    it('refuses a key without the scope, with the rate-limit headers', async () => {
      const res = await request(createApp().app).get(thingPath).set('Authorization', 'Bearer key-none')
      expectProblem(res, 403, 'forbidden')
      expect(res.headers).to.include.keys('x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset')
    })
  })

  describe('429', () => {
    it('rate-limits refused keys, and still accepts valid ones from the same address', async () => {
      const refused: string[] = []
      const { app } = createApp({ queryPerMinute: 2, onRefusedKey: ({ secret }) => refused.push(secret) })
      const call = (key: string) => request(app).get(thingPath).set('Authorization', `Bearer ${key}`)
      const statuses = []
      for (const key of ['wrong-1', 'wrong-2', 'wrong-3']) statuses.push((await call(key)).status)
      expect(statuses).to.deep.equal([401, 401, 429])
      expect(refused).to.deep.equal(['wrong-1', 'wrong-2', 'wrong-3'])
      expect((await call('key-all')).status).to.equal(200)
    })

    it('refuses requests beyond the limit and says when to retry', async () => {
      const { app } = createApp({ queryPerMinute: 2 })
      const first = await read(app)
      await read(app, `${thingPath}?limit=0`)
      const refused = await read(app)
      expect(first.headers).to.include({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' })
      expectProblem(refused, 429, 'rate-limited')
      expect(Number(refused.headers['retry-after'])).to.be.within(1, 60)
      expect(Number(refused.headers['x-ratelimit-reset'])).to.be.closeTo(Date.now() / 1_000 + 60, 5)
      expect((await write(app).send({ name: 'other class' })).status).to.equal(201)
    })
  })

  describe('400 for parameters', () => {
    const cases: [string, string][] = [
      ['since=', 'since'],
      ['since=2h', 'since'],
      ['since=1h&since=1h', 'since'],
      ['limit=', 'limit'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['limit=1e2', 'limit'],
      ['limit=0x10', 'limit'],
      ['limit=%205', 'limit'],
      ['limit=1.5', 'limit'],
      [`limit=${'9'.repeat(400)}`, 'limit'],
      ['limit', 'limit'],
    ]
    for (const [query, name] of cases) {
      it(`names ${name} of ?${query}`, async () => {
        const problem = expectProblem(await read(createApp().app, `${thingPath}?${query}`), 400, 'invalid-parameters')
        expect(problem.errors?.map((fault) => fault.name)).to.deep.equal([name])
      })
    }

    it('lists every fault at once, of path and query', async () => {
      const res = await read(createApp().app, '/api/v1/things/no-uuid/?since=x&limit=-1')
      const problem = expectProblem(res, 400, 'invalid-parameters')
      expect(problem.errors?.map((fault) => fault.name)).to.have.members(['thing_id', 'since', 'limit'])
    })

    it('takes a parameter that is a list once or repeated, and checks each and how many', async () => {
      const { app } = createApp()
      expect((await read(app, `${thingPath}?tag=a`)).status).to.equal(200)
      expect((await read(app, `${thingPath}?tag=a&tag=a%2Cb`)).status).to.equal(200)
      for (const query of ['tag=a&tag=b&tag=c', 'tag=a&tag=']) {
        const problem = expectProblem(await read(app, `${thingPath}?${query}`), 400, 'invalid-parameters')
        expect(problem.errors?.map((fault) => fault.name)).to.deep.equal(['tag'])
      }
    })

    it('refuses unknown parameters, also with the names of built-in properties, and names those that it knows', async () => {
      const res = await read(createApp().app, `${thingPath}?x=1&x=2&__proto__=1&toString=2&tag.a=3&label=4&label.=5`)
      const problem = expectProblem(res, 400, 'invalid-parameters')
      const names = ['x', '__proto__', 'toString', 'tag.a', 'label', 'label.']
      expect(problem.errors?.map((fault) => fault.name)).to.deep.equal(names)
      const detail = 'is not a parameter of this route: supported are tag, since, limit, label.<key>'
      expect(new Set(problem.errors?.map((fault) => fault.detail))).to.deep.equal(new Set([detail]))
    })

    it('refuses parameters where a route takes none, however many, with an answer of bounded size', async () => {
      const query = Array.from({ length: 2_000 }, (_, index) => `p${index}`).join('&')
      const res = await write(createApp().app, `/api/v1/things/?${query}`).send({ name: 'x' })
      const problem = expectProblem(res, 400, 'invalid-parameters')
      expect(problem.errors).to.have.length(20)
      expect(problem.errors?.[0]?.detail).to.equal('is not a parameter of this route: it has none')
    })

    it('reads the fields of an object from parameters of their own, each once', async () => {
      const { app } = createApp()
      const res = await read(app, `${thingPath}?label.a=1&label.b.c=2&label.__proto__=3`)
      expect(res.status, res.text).to.equal(200)
      for (const query of ['label.a=1&label.a=2', 'label.a=']) {
        expectProblem(await read(app, `${thingPath}?${query}`), 400, 'invalid-parameters')
      }
    })

    for (const path of [
      '/api/v1/%00',
      '/api/v1/%ff',
      '/api/v1/%zz',
      `${thingPath}?since=%zz`,
      `${thingPath}?since=%00`,
    ]) {
      it(`refuses the malformed URL ${path}`, async () => {
        expect((await read(createApp().app, path)).status).to.equal(400)
      })
    }
  })

  describe('bodies', () => {
    it('accepts gzip, and JSON with a charset', async () => {
      const { app } = createApp()
      const packed = gzipSync('{"name":"packed"}')
      const req = write(app).set('Content-Encoding', 'gzip').set('Content-Type', 'application/json; charset=UTF-8')
      req.write(packed)
      const res = await req
      expect(res.status, res.text).to.equal(201)
    })

    it('accepts characters that are hard to store without falling over', async () => {
      expect((await write(createApp().app).send('{"name":"\\u0000 \\ud800"}')).status).to.equal(201)
    })

    const faulty: [title: string, body: string, names: string[]][] = [
      ['no body', '', ['']],
      ['broken JSON', '{"name":', ['']],
      ['no object', '[]', ['']],
      ['null', 'null', ['']],
      ['a missing field', '{}', ['/name']],
      ['several faults', '{"name":1,"size":"x","more":true}', ['/more', '/name', '/size']],
      ['a deep nest', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, ['']],
    ]
    for (const [title, body, names] of faulty) {
      it(`answers 400 for ${title}`, async () => {
        const problem = expectProblem(await write(createApp().app).send(body), 400, 'invalid-body')
        expect(problem.errors?.map((fault) => fault.name).toSorted()).to.deep.equal(names)
      })
    }

    it('answers 413 for a body beyond the limit, inflated size counted', async () => {
      const body = JSON.stringify({ name: 'x'.repeat(limits.body.jsonBytesMax) })
      expectProblem(await write(createApp().app).send(body), 413, 'body-too-large')
      const packed = write(createApp().app).set('Content-Encoding', 'gzip')
      packed.write(gzipSync(body))
      expectProblem(await packed, 413, 'body-too-large')
    })

    it('answers 415 for another media type, charset or encoding', async () => {
      const { app } = createApp()
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
        expectProblem(await write(app).set('Content-Type', type).send('{"name":"x"}'), 415, 'unsupported-media-type')
      }
      expectProblem(await write(app).set('Content-Encoding', 'snappy').send('{}'), 415, 'unsupported-encoding')
    })

    it('answers 400 for a body that does not inflate', async () => {
      expectProblem(await write(createApp().app).set('Content-Encoding', 'gzip').send('{}'), 400, 'undecodable-body')
    })

    it('reads nothing and runs nothing for callers without a key', async () => {
      const written: string[] = []
      const { app } = createApp({ onWrite: (name) => written.push(name) })
      expectProblem(await request(app).post('/api/v1/things').send({ name: 'x' }), 401, 'unauthenticated')
      expect(written).to.deep.equal([])
    })
  })

  describe('404 and 405', () => {
    for (const path of ['/v1', '/v1/traces/v1/traces', '/api/1/integration/otlp', '/opentelemetry.proto.x/Export']) {
      it(`says where OTLP is taken to an exporter that sends to ${path}`, async () => {
        const answer = await read(createApp().app, path)
        expectProblem(answer, 404, 'not-found')
        expect(answer.text).to.match(/OTLP is served at \/v1\/traces/)
      })
    }

    it('answers an unknown path', async () => {
      expectProblem(await read(createApp().app, '/api/v1/nothing/'), 404, 'not-found')
    })

    it('says which methods a path knows', async () => {
      const res = await request(createApp().app).delete('/api/v1/things/')
      expectProblem(res, 405, 'method-not-allowed')
      expect(res.headers['allow']).to.equal('POST, OPTIONS')
    })
  })

  describe('500', () => {
    it('says nothing of the cause and logs it once with the request id', async () => {
      const { app, errors } = createApp()
      const res = await write(app).send({ name: 'crash' })
      const problem = expectProblem(res, 500, 'internal')
      expect(res.text).not.to.contain('secret internals')
      expect(errors).to.have.length(1)
      expect(errors[0]).to.include({ requestId: problem.request_id })
    })
  })
})
