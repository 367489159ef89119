import { apiScopes, defineRoute, MapOf, ServiceError, type ApiScope, type Problem } from '@signalbox/contracts'
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

export const thingId = '0192f3a0-0000-7000-8000-000000000001'
/** Path of the route `readThing`. */
export const thingPath = `/api/v1/things/${thingId}/`

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

/** A shell that serves two routes and a page to `key-all`, which has every scope, and `key-none`, which has none. */
export function createThingApp(options: AppOptions = {}) {
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

/** Sends GET as `key-all`. */
export const read = (app: express.Express, path = thingPath) =>
  request(app).get(path).set('Authorization', 'Bearer key-all')
/** Sends POST as `key-all`. */
export const write = (app: express.Express, path = '/api/v1/things/') =>
  request(app).post(path).set('Authorization', 'Bearer key-all').set('Content-Type', 'application/json')

/** Fails unless the response is this problem; returns it. */
export function expectProblem(res: Response, status: number, code: Problem['code']): Problem {
  expect(res.status, res.text).to.equal(status)
  expect(res.headers['content-type']).to.match(/^application\/problem\+json/)
  const problem = JSON.parse(res.text) as Problem
  expect(problem).to.include({ status, code, request_id: res.headers['x-request-id'] })
  return problem
}
