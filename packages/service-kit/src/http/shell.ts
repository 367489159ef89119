import { ServiceError } from '@signalbox/contracts'
import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express'
import { systemClock } from '../clock.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Log } from '../logging/log.js'
import { trustNoProxy, type ProxyTrust } from '../network/client-address.js'
import { discardRest } from './discard-rest.js'
import { mountRoutes, type RouteGuards } from './mount-routes.js'
import { observeRequest } from './observe-request.js'
import { sendProblem } from './problem.js'
import { decodeUrlPart } from './read-parameters.js'
import { assignRequestId, requestIdOf } from './request-id.js'
import type { Route } from './route-handler.js'

export interface ShellOptions extends RouteGuards {
  log: Log
  metrics: Metrics
  routes: readonly Route[]
  /** Pages without authentication, such as the documentation. They take precedence over the routes. */
  routers?: readonly Router[]
  /** Whose `X-Forwarded-For` to trust. Default: nobody's. */
  isTrustedProxy?: ProxyTrust
}

/**
 * Express application around a service's routes. In order: request id and metrics, URL check, pages without
 * authentication, routes (caller, rate limit, scope, parameters, body, handler), 404, and errors as problem details.
 */
export function createShell(options: ShellOptions): Express {
  const { log, metrics, routes, routers = [], isTrustedProxy = trustNoProxy, clock = systemClock } = options
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.set('trust proxy', isTrustedProxy)
  app.set('query parser', false)
  app.use((req, res, next) => {
    assignRequestId(req, res, clock)
    observeRequest(req, res, { metrics, log })
    // A route that answers without reading the body leaves a connection on which the client may send for minutes.
    res.once('close', () => {
      discardRest(req)
    })
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('X-Content-Type-Options', 'nosniff')
    decodeUrlPart(req.path)
    next()
  })
  for (const router of routers) app.use(router)
  mountRoutes(app, routes, options)
  app.use((req) => {
    throw new ServiceError('not-found', { detail: explainNotFound(req) })
  })
  app.use(createErrorHandler(log))
  return app
}

/** Express recognizes error handlers by their four parameters. */
function createErrorHandler(log: Log) {
  return (error: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const requestId = requestIdOf(res)
    logFailure(log, error, { requestId, method: req.method, route: req.path })
    if (isSentryPath(req) && !res.headersSent) res.setHeader('Content-Type', 'application/json; charset=utf-8')
    sendProblem(res, error, requestId)
  }
}

/** Sentry's clients read the `detail` of errors only if they are plain JSON. */
function isSentryPath({ path }: Request): boolean {
  return path.startsWith('/api/0/')
}

// SDKs append the path to the configured base URL and display the response.
const likeOtlp = /^\/v1\/?$|\/v1\/(traces|metrics|logs)\/?$|\/otlp\b|^\/opentelemetry\.proto\./

function explainNotFound(req: Request): string {
  if (isSentryPath(req)) return "This part of Sentry's API is not supported"
  if (likeOtlp.test(req.path)) return 'OTLP is served at /v1/traces, /v1/metrics and /v1/logs, over HTTP and not gRPC'
  return 'No such route'
}

/** Logs failures once; 4xx refusals are not logged. */
function logFailure(log: Log, err: unknown, fields: Readonly<Record<string, string>>): void {
  if (!(err instanceof ServiceError)) log.error({ ...fields, err }, 'request failed')
  else if (err.status >= 500) log.warn({ ...fields, err }, 'request could not be handled')
}
