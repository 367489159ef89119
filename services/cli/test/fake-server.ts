import { createServer, type Server } from 'node:http'
import type { ErrorEvent } from '@signalbox/contracts'

export interface FakeServer {
  url: string
  /** Paths with queries, in the order of the requests. */
  requests: URL[]
  /** Values of the Authorization header. */
  keys: (string | undefined)[]
  close(): void
}

/** Answers every request with one status and JSON body. */
export async function startFakeServer(status: number, body: unknown): Promise<FakeServer> {
  const requests: URL[] = []
  const keys: (string | undefined)[] = []
  const server: Server = createServer((req, res) => {
    requests.push(new URL(req.url ?? '', 'http://fake'))
    keys.push(req.headers.authorization)
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests,
    keys,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export function createEvent(fields: Partial<ErrorEvent> = {}): ErrorEvent {
  return {
    event_id: 'c'.repeat(32),
    project_id: 'p1',
    timestamp: '2026-01-01T00:00:00.000Z',
    level: 'error',
    message: 'boom',
    exception_type: 'TypeError',
    exception_value: 'x is undefined',
    handled: null,
    platform: 'node',
    sdk_name: 'sentry.javascript.node',
    tags: { region: 'eu' },
    stack_trace: 'TypeError: x is undefined\n    at pay (src/pay.js:10:3)',
    fingerprint: 'f1',
    release: 'shop@1.0.0',
    environment: 'production',
    trace_id: '',
    user: { email: 'ann@example.com' },
    ...fields,
  }
}
