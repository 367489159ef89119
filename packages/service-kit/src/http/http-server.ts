import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, Server as SecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createId, ServiceError } from '@signalbox/contracts'
import type { Metrics } from '../metrics/metrics.js'
import type { Repetition } from '../lifetime/create-repeater.js'
import type { Component } from '../lifetime/lifecycle.js'
import type { Log } from '../logging/log.js'
import { trustNoProxy, clientAddressOf, unmapped, type ProxyTrust } from '../network/client-address.js'
import { networkOf } from '../network/network-of.js'
import { Arrivals, credentialOf } from './arrivals.js'
import { continueWhenRead } from './continue-when-read.js'
import { cutHandshakes } from './cut-handshakes.js'
import { limitConnections } from './limit-connections.js'
import { listen, stopServer } from './listening.js'
import { recordArrival, observeRequest } from './observe-request.js'
import { sendProblem } from './problem.js'
import { ReadTurns } from './read-turns.js'
import { serveInOrder } from './serve-in-order.js'
import type { TlsFiles } from './tls-files.js'

/**
 * A handler that runs before Express, for routes where every microsecond counts. Returns true if the request is its
 * own; it must then respond and handle its errors itself. Use `labelRoute` to name the request in metrics.
 */
export type HotRoute = (req: IncomingMessage, res: ServerResponse) => boolean

export interface HttpServerOptions {
  /** Express, or any other listener. */
  app: RequestListener
  hotRoutes?: readonly HotRoute[]
  /** 0 for any free port. */
  port: number
  host: string
  log: Log
  /** Counts requests of hot routes; Express counts its own. */
  metrics?: Metrics
  /** How long running requests may take during shutdown, in milliseconds, before their connections are cut. */
  stopWithinMs?: number
  /** Serves https only, with the certificate and key in these files; http if omitted. */
  tls?: TlsFiles | undefined
  /** Proxies whose `X-Forwarded-For` names the client; none when left out. */
  isTrustedProxy?: ProxyTrust
}

export interface HttpServer extends Component {
  /** @throws Error before the server has started. */
  address(): AddressInfo
}

const timeouts = {
  /** Longer than the idle timeout of common load balancers, so that they close idle connections first. */
  keepAliveMs: 75_000,
  /** Time limit for receiving the headers, against clients that send them byte by byte. */
  headersMs: 20_000,
  /** Time limit for receiving a complete request, including the largest body on a slow connection. */
  requestMs: 120_000,
  /** How often the two limits are checked. */
  checkEveryMs: 5_000,
}

/** `Strict-Transport-Security` of an installation that terminates TLS itself: https only, for a year. */
const strictTransport = 'max-age=31536000'

const serverOptions = {
  keepAliveTimeout: timeouts.keepAliveMs,
  headersTimeout: timeouts.headersMs,
  requestTimeout: timeouts.requestMs,
  connectionsCheckingInterval: timeouts.checkEveryMs,
}

interface Listening {
  server: Server
  /** Called when the server stops, for cleanup specific to the kind of connection. */
  end: () => Promise<void> | void
}

/** The public HTTP server of a process. Starting it rejects if the address is in use. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { port, host, stopWithinMs = 8_000, tls } = options
  const { server, end } = tls ? createSecure(options, tls) : createPlain(options)
  return {
    name: 'http',
    start: () => listen(server, { port, host }),
    stop: async () => {
      const stopped = stopServer(server, stopWithinMs)
      await end()
      await stopped
    },
    address: () => {
      const address = server.address()
      if (typeof address !== 'object' || address === null) throw new Error('the HTTP server is not listening')
      return address
    },
  }
}

function createPlain(options: HttpServerOptions): Listening {
  const server = createServer(serverOptions)
  serveAll(server, createListener(options, server))
  return { server, end: () => undefined }
}

function createSecure(options: HttpServerOptions, tls: TlsFiles): Listening {
  const { cert, key } = tls.pair()
  const server: SecureServer = createSecureServer({
    ...serverOptions,
    handshakeTimeout: timeouts.headersMs,
    cert,
    key,
  })
  const listener = createListener(options, server)
  serveAll(server, (req, res) => {
    res.setHeader('Strict-Transport-Security', strictTransport)
    listener(req, res)
  })
  const cut = cutHandshakes(server)
  let watching: Repetition | undefined
  server.on('listening', () => {
    watching = tls.watch((pair) => {
      server.setSecureContext({ cert: pair.cert, key: pair.key })
    })
  })
  return {
    server,
    end: async () => {
      cut()
      await watching?.stop()
    },
  }
}

function serveAll(server: Server, listener: RequestListener): void {
  server.on('request', listener)
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    continueWhenRead(req, res)
    listener(req, res)
  })
}

function createListener(options: HttpServerOptions, server: Server): RequestListener {
  const { isTrustedProxy = trustNoProxy } = options
  const connections = limitConnections(server, isTrustedProxy)
  const serve = createServe(options)
  const arrivals = new Arrivals()
  const readTurns = watchReads(server, isTrustedProxy)
  const onIdle = (socket: Socket) => {
    readTurns.markIdle(socket)
  }
  const inOrder = serveInOrder(
    (req, res) => {
      recordArrival(req)
      const begin = () => {
        serve(req, res)
      }
      arrivals.take(begin, () => {
        return { address: networkOf(clientAddressOf(req, isTrustedProxy) ?? ''), credential: credentialOf(req) }
      })
    },
    { refuse: connections.refuse, onIdle },
  )
  return (req, res) => {
    readTurns.recordRequest(req.socket)
    inOrder(req, res)
  }
}

/** A proxy's connections carry everyone's requests, so they are always read. */
function watchReads(server: Server, isTrustedProxy: ProxyTrust): ReadTurns {
  const readTurns = new ReadTurns()
  server.on(server instanceof SecureServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    const address = unmapped(socket.remoteAddress ?? '')
    if (!isTrustedProxy(address) && !socket.destroyed) readTurns.add(socket, networkOf(address))
  })
  return readTurns
}

function createServe({ app, hotRoutes = [], log, metrics }: HttpServerOptions): RequestListener {
  const serveHot = (req: IncomingMessage, res: ServerResponse): boolean => {
    if (!hotRoutes.some((hotRoute) => hotRoute(req, res))) return false
    if (metrics) observeRequest(req, res, { metrics })
    return true
  }
  return (req, res) => {
    try {
      checkHost(req, res)
      if (!serveHot(req, res)) app(req, res)
    } catch (err) {
      const requestId = createId()
      if (!(err instanceof ServiceError)) log.error({ err, requestId }, 'request failed')
      sendProblem(res, err, requestId)
    }
  }
}

/**
 * RFC 9112, section 3.2. A proxy may route by one of several `Host` headers and this server use another.
 * @throws ServiceError `bad-request`
 */
function checkHost({ rawHeaders }: IncomingMessage, res: ServerResponse): void {
  const isHost = (text: string, index: number) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host'
  if (rawHeaders.filter(isHost).length < 2) return
  res.setHeader('Connection', 'close')
  throw new ServiceError('bad-request', { detail: 'Send exactly one Host header' })
}
