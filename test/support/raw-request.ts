import { request as startRequest, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface RawRequest {
  method?: string
  headers?: OutgoingHttpHeaders
  /** Sent chunked if it consists of several parts; sending stops once there is a response. */
  body?: string | Uint8Array | Iterable<Uint8Array>
  /** Timeout for the response in milliseconds. */
  withinMs?: number
}

export interface RawResponse {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** Sends a request as is: the path is not normalized, and a response may arrive before the body has ended. */
export async function sendRaw(url: string, path: string, options: RawRequest = {}): Promise<RawResponse> {
  const { method = 'GET', headers = {}, body = '', withinMs = 15_000 } = options
  const { hostname, port } = new URL(url)
  const signal = AbortSignal.timeout(withinMs)
  // Like common clients: does not ask the server to close the connection after an early response.
  const sent = { connection: 'keep-alive', ...headers }
  const req = startRequest({ hostname, port, path, method, headers: sent, agent: false, signal })
  const answered = once(req, 'response') as Promise<[IncomingMessage]>
  // Errors of sending after the response do not matter; before it, they reject the promise above.
  req.on('error', () => undefined)
  const sending = sendBody(req, body)
  const [res] = await answered
  const answer = { status: res.statusCode ?? 0, headers: res.headers, body: await text(res) }
  req.destroy()
  await sending
  return answer
}

async function sendBody(req: ClientRequest, body: string | Uint8Array | Iterable<Uint8Array>): Promise<void> {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    req.end(body)
    return
  }
  const over = new AbortController()
  req.once('response', () => {
    over.abort()
  })
  for (const piece of body) {
    if (over.signal.aborted || req.destroyed) return
    // The callback of a write gets an error if the connection is gone.
    await new Promise<void>((resolve) => {
      req.write(piece, () => setImmediate(resolve))
    })
  }
  req.end()
}

/** Writes text to a new connection and hangs up; resolves when the connection is closed. */
export async function sendAndHangUp(url: string, written: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  await new Promise<void>((resolve) => {
    socket.write(written, () => {
      resolve()
    })
  })
  socket.destroy()
  await once(socket, 'close')
}

/** Writes text to a new connection and reads until the server closes it. */
export async function exchangeText(url: string, written: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(15_000, () => socket.destroy(new Error('no answer')))
  socket.write(written)
  return text(socket)
}
