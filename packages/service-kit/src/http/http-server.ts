import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createId } from '@signalbox/contracts'
import type { Metrics } from '../metrics/metrics.js'
import type { Component } from '../lifetime/lifecycle.js'
import type { Log } from '../logging/log.js'
import { listen, stopServer } from './listening.js'
import { observeRequest } from './observe-request.js'
import { sendProblem } from './problem.js'

/**
 * A handler that is asked before Express, for routes where each microsecond counts. Answers true when the request is
 * its own; it then answers and deals with its errors itself. `labelRoute` names the request in the metrics.
 */
export type HotRoute = (req: IncomingMessage, res: ServerResponse) => boolean

export interface HttpServerOptions {
  /** Express, or any other listener. */
  app: RequestListener
  hotRoutes?: readonly HotRoute[]
  /** 0 for any free one. */
  port: number
  host: string
  log: Log
  /** Counts requests of hot routes; Express counts its own. */
  metrics?: Metrics
  /** Milliseconds that running requests are given at the stop; then their connections are cut. */
  stopWithinMs?: number
}

export interface HttpServer extends Component {
  /** @throws Error before the start. */
  address(): AddressInfo
}

const timeouts = {
  /** Longer than the idle time of usual load balancers, so that it is they who close idle connections. */
  keepAliveMs: 75_000,
  /** Time to send the headers: who sends them drop by drop is cut off. */
  headersMs: 20_000,
  /** Time to send the whole request, the largest body on a slow line included. */
  requestMs: 120_000,
  /** How often the two are looked at. */
  checkEveryMs: 5_000,
}

/** The public HTTP server of a process. Starting rejects when the address is taken. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { port, host, stopWithinMs = 8_000 } = options
  const server = createServer(
    {
      keepAliveTimeout: timeouts.keepAliveMs,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
    },
    createListener(options),
  )
  return {
    name: 'http',
    start: () => listen(server, { port, host }),
    stop: () => stopServer(server, stopWithinMs),
    address: () => {
      const address = server.address()
      if (typeof address !== 'object' || address === null) throw new Error('the HTTP server is not listening')
      return address
    },
  }
}

function createListener({ app, hotRoutes = [], log, metrics }: HttpServerOptions): RequestListener {
  const serveHot = (req: IncomingMessage, res: ServerResponse): boolean => {
    if (!hotRoutes.some((hotRoute) => hotRoute(req, res))) return false
    if (metrics) observeRequest(req, res, { metrics })
    return true
  }
  return (req, res) => {
    try {
      if (!serveHot(req, res)) app(req, res)
    } catch (err) {
      const requestId = createId()
      log.error({ err, requestId }, 'request failed')
      sendProblem(res, err, requestId)
    }
  }
}
