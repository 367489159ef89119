import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message that the stand-in accepted, whatever the sender was told. */
export interface DeliveredMessage {
  /** The posted body. */
  body: Record<string, unknown>
  path: string
  headers: IncomingMessage['headers']
}

/**
 * How the stand-in handles a request. The first three accept the message; `reset-before` and all refusals do not:
 * - `ok` confirms that it was accepted,
 * - `reset-after` accepts it, but the connection breaks before the response,
 * - `silent` accepts it and never responds,
 * - `slow-body` accepts it and starts a response that never ends,
 * - `reset-before` breaks the connection immediately,
 * - a number is a refusing status, `error` an error of the Web API.
 */
export type SlackConduct =
  | 'ok'
  | 'reset-after'
  | 'silent'
  | 'slow-body'
  | 'reset-before'
  | { status: number; retryAfter?: string; body?: string }
  | { error: string }

/**
 * Slack on loopback: incoming webhooks at `/services/…`, the Web API at `/api/chat.postMessage`; any path is a webhook.
 */
export interface SlackStandIn {
  url: string
  webhookUrl: string
  apiUrl: string
  /** All requests, accepted or not. */
  requests: number
  delivered: DeliveredMessage[]
  /** Behavior for the next requests, in order; afterwards everything is accepted. */
  conducts: SlackConduct[]
  /** Called with each request before anything else happens. */
  onRequest: (() => void) | undefined
  close(): Promise<void>
}

export async function startSlack(): Promise<SlackStandIn> {
  const server = createServer((req, res) => {
    void receive(slack, req, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const slack: SlackStandIn = {
    url,
    webhookUrl: `${url}/services/T000/B000/secret-of-the-webhook`,
    apiUrl: `${url}/api`,
    requests: 0,
    delivered: [],
    conducts: [],
    onRequest: undefined,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return slack
}

async function receive(slack: SlackStandIn, req: IncomingMessage, res: ServerResponse): Promise<void> {
  slack.requests += 1
  const conduct = slack.conducts.shift() ?? 'ok'
  slack.onRequest?.()
  const body = await readBody(req)
  if (conduct === 'reset-before') return void req.socket.destroy()
  const isApi = req.url?.startsWith('/api/') === true
  if (typeof conduct === 'object') {
    refuse(res, conduct)
    return
  }
  slack.delivered.push({ body, path: req.url ?? '', headers: req.headers })
  if (conduct === 'reset-after') req.socket.destroy()
  else if (conduct === 'slow-body') res.writeHead(200).write(isApi ? '{"ok":' : 'o')
  else if (conduct === 'ok') res.end(isApi ? '{"ok":true,"ts":"1.2"}' : 'ok')
}

function refuse(res: ServerResponse, conduct: Extract<SlackConduct, object>): void {
  if ('error' in conduct) {
    res.end(JSON.stringify({ ok: false, error: conduct.error }))
    return
  }
  const { status, retryAfter, body = '' } = conduct
  res.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end(body)
}

async function readBody(req: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk as Uint8Array))
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
}
