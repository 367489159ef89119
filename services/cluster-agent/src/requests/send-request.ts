import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { toError } from '../samples/source.js'

/** A request to the kubelet, the API server, a container engine, a scrape target or Signalbox. */
export interface OutgoingRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: Buffer
  /** A Unix socket instead of a host. */
  socketPath?: string
  /** Certificate authorities in PEM; the system's by default. */
  ca?: string
  /** Disables certificate verification. */
  insecureTls?: boolean
  /** Timeout for the complete response, in milliseconds. */
  withinMs: number
  /** Maximum response size; larger responses fail. */
  bytesMax: number
}

export interface HttpResponse {
  status: number
  /** Seconds to wait according to the response, or undefined. */
  retryAfterSeconds: number | undefined
  text: string
}

/** Sends a request and reads its response, whatever the status. Does not follow redirects. */
export type SendRequest = (request: OutgoingRequest) => Promise<HttpResponse>

/** @throws Error if the connection fails, the response is late, or it is too large. */
export const sendRequest: SendRequest = async (outgoing) => {
  const signal = AbortSignal.timeout(outgoing.withinMs)
  try {
    const res = await open(outgoing, signal)
    return {
      status: res.statusCode ?? 0,
      retryAfterSeconds: readRetryAfter(res.headers['retry-after']),
      text: await readText(res, outgoing.bytesMax),
    }
  } catch (error) {
    const reason = signal.aborted ? `no answer within ${outgoing.withinMs} ms` : toError(error).message
    throw new Error(`${outgoing.method ?? 'GET'} ${outgoing.url} failed: ${reason}`, { cause: error })
  }
}

function open(outgoing: OutgoingRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, method = 'GET', headers, body, socketPath, ca, insecureTls = false } = outgoing
  const send = url.startsWith('https:') ? requestEncrypted : requestPlain
  return new Promise((resolve, reject) => {
    const req = send(
      url,
      {
        method,
        headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
        signal,
        rejectUnauthorized: !insecureTls,
        ...(socketPath !== undefined && { socketPath }),
        ...(ca !== undefined && { ca }),
      },
      resolve,
    )
    req.on('error', reject)
    req.end(body)
  })
}

async function readText(res: AsyncIterable<Buffer>, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of res) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error(`the response exceeds ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readRetryAfter(text: string | undefined): number | undefined {
  const seconds = Number(text)
  return text !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
