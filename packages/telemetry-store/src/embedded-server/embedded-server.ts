import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerStatement, type StatementLimits, type StatementServices } from './answer-statement.js'
import { authenticate, type Credentials } from './authenticate.js'
import { openEngine } from './engine.js'
import { sendException } from './send-result.js'
import { toServerException } from './server-exception.js'
import { createStatementQueue } from './statement-queue.js'

export interface EmbeddedServerOptions {
  /** Data directory of the engine; created if missing. */
  dataDirectory: string
  host: string
  /** 0 for any free port. */
  port: number
  credentials: Credentials
  limits?: Partial<EmbeddedServerLimits>
}

export interface EmbeddedServerLimits extends StatementLimits {
  /** Maximum number of queued statements. Beyond it: error code 202, status 503. */
  waitingMax: number
}

/** The embedded engine behind ClickHouse's HTTP interface, for development and tests. */
export interface EmbeddedServer {
  /** `http://<host>:<port>` */
  readonly url: string
  /** Refuses new requests, gives running ones some time to finish, then closes the engine. */
  stop(): Promise<void>
}

const defaultLimits: EmbeddedServerLimits = {
  bodyBytesMax: 256 * 1024 * 1024,
  bufferedBytesMax: 1024 * 1024,
  resultBytesMax: 256 * 1024 * 1024,
  readSecondsMax: 300,
  waitingMax: 256,
}

/** The engine has few threads: one must stay free to kill the statements in the others. */
const readsMax = 2
const stopWithinMs = 8_000
/** An insert whose rows do not arrive blocks everything behind it, but no longer than this. */
const timeouts = { keepAliveTimeout: 30_000, requestTimeout: 120_000, connectionsCheckingInterval: 5_000 }

/** @throws Error if the address is in use or the directory cannot be opened. */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const limits = { ...defaultLimits, ...options.limits }
  const engine = await openEngine(options.dataDirectory)
  const queue = createStatementQueue({ readsMax, waitingMax: limits.waitingMax })
  const { dataDirectory } = options
  const services: StatementServices = { engine, dataDirectory, queue, limits, running: new Set() }
  const server = createServer({ ...timeouts }, createListener(services, options.credentials))
  server.listen({ host: options.host, port: options.port })
  try {
    await once(server, 'listening')
  } catch (error) {
    engine.close()
    throw error
  }
  let stopping: Promise<void> | undefined
  const stop = async () => {
    await stopListening(server)
    await queue.idle()
    engine.close()
  }
  return { url: urlOf(server), stop: () => (stopping ??= stop()) }
}

function createListener(services: StatementServices, credentials: Credentials) {
  return (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? '/', 'http://server')
    if (url.pathname === '/ping' || url.pathname === '/replicas_status') {
      sendText(res, 200, 'Ok.\n')
    } else if (url.pathname !== '/') {
      sendText(res, 404, `There is no handle ${url.pathname}\n`)
    } else if (req.method !== 'POST' && !(req.method === 'GET' && url.searchParams.has('query'))) {
      sendText(res, req.method === 'GET' ? 200 : 405, req.method === 'GET' ? 'Ok.\n' : 'Use GET or POST\n')
    } else {
      answer(services, { req, res, url }, credentials)
    }
  }
}

function answer(
  services: StatementServices,
  exchange: { req: IncomingMessage; res: ServerResponse; url: URL },
  credentials: Credentials,
): void {
  const { req, res, url } = exchange
  try {
    authenticate(req, url, credentials)
  } catch (error) {
    sendException(res, toServerException(error), '')
    req.resume()
    return
  }
  void answerStatement(services, exchange)
}

function sendText(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=UTF-8' }).end(text)
}

async function stopListening(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const bound = setTimeout(() => {
    server.closeAllConnections()
  }, stopWithinMs)
  await closed
  clearTimeout(bound)
}

function urlOf(server: Server): string {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server is not listening')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
