import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen, stopServer } from '../http/listening.js'
import type { Component } from '../lifetime/lifecycle.js'
import type { Log } from '../logging/log.js'
import type { Metrics } from '../metrics/metrics.js'
import { createReadiness, type ReadinessOptions } from './readiness.js'

export interface AdminServerOptions extends ReadinessOptions {
  /** 0 for any free port. */
  port: number
  host: string
  metrics: Metrics
  log: Log
}

export interface AdminServer extends Component {
  /** Makes `/readyz` respond with 503 from now on. */
  drain(): void
  /** @throws Error before the server has started. */
  address(): AddressInfo
}

interface AdminResponse {
  status: number
  type: string
  body: string
}

const json = 'application/json; charset=utf-8'
const stopWithinMs = 1_000

/**
 * Port for operators, not for the public: `/metrics` for Prometheus, `/livez` (the process responds; checks nothing
 * else) and `/readyz` (200 if every check passes, 503 if one fails or the process is shutting down).
 */
export function createAdminServer(options: AdminServerOptions): AdminServer {
  const { port, host, metrics, log } = options
  const readiness = createReadiness(options)
  const answers: Readonly<Record<string, () => Promise<AdminResponse> | AdminResponse>> = {
    '/metrics': async () => ({
      status: 200,
      type: metrics.registry.contentType,
      body: await metrics.registry.metrics(),
    }),
    '/livez': () => ({ status: 200, type: json, body: '{"live":true}' }),
    '/readyz': async () => {
      const report = await readiness.read()
      return { status: report.ready ? 200 : 503, type: json, body: JSON.stringify(report) }
    },
  }
  const server = createServer((req, res) => {
    answer(req, answers).then(
      (found) => {
        send(res, found)
      },
      (err: unknown) => {
        log.error({ err, path: req.url }, 'admin request failed')
        send(res, { status: 500, type: json, body: '{"error":"internal"}' })
      },
    )
  })
  return {
    name: 'admin',
    start: () => listen(server, { port, host }),
    stop: () => stopServer(server, stopWithinMs),
    drain: () => {
      readiness.drain()
    },
    address: () => {
      const address = server.address()
      if (typeof address !== 'object' || address === null) throw new Error('the admin server is not listening')
      return address
    },
  }
}

async function answer(
  req: IncomingMessage,
  answers: Readonly<Record<string, () => Promise<AdminResponse> | AdminResponse>>,
): Promise<AdminResponse> {
  const path = (req.url ?? '/').split('?')[0] ?? '/'
  const find = Object.hasOwn(answers, path) ? answers[path] : undefined
  if (!find) return { status: 404, type: json, body: '{"error":"not found"}' }
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    return { status: 405, type: json, body: '{"error":"method not allowed"}' }
  }
  return find()
}

function send(res: ServerResponse, { status, type, body }: AdminResponse): void {
  res.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  })
  res.end(body)
}
