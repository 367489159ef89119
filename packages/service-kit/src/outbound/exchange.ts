import { request as requestByHttp, type IncomingMessage } from 'node:http'
import { request as requestByHttps, type RequestOptions } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { limits } from '@signalbox/contracts'
import type { OutboundResponse, OutboundTimeouts } from './outbound-response.js'
import { OutboundFailure } from './outbound-failure.js'

/** One request on its own connection. */
export interface Exchange {
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body?: string
  signal?: AbortSignal
  timeouts: OutboundTimeouts
}

/** What a request is currently waiting for. */
type Phase = 'connection' | 'headers' | 'body'

/**
 * Sends one request to one of the addresses and reads the response within the limits.
 * @param findAddresses Resolves the host; called once, within the connect timeout.
 */
export async function exchange(
  hop: Exchange,
  findAddresses: () => Promise<readonly string[]>,
): Promise<OutboundResponse> {
  const { connectMs } = hop.timeouts
  const startedAt = performance.now()
  const addresses = await within(findAddresses(), hop)
  const leftMs = Math.max(1, connectMs - (performance.now() - startedAt))
  return new Promise((resolve, reject) => {
    let phase: Phase = 'connection'
    const send = hop.url.protocol === 'https:' ? requestByHttps : requestByHttp
    const req = send(hop.url, optionsOf(hop, addresses))
    let timer = setTimeout(expire, leftMs)
    const enter = (next: Phase, ms: number) => {
      phase = next
      clearTimeout(timer)
      timer = setTimeout(expire, ms)
    }
    const fail = (cause: unknown) => {
      clearTimeout(timer)
      reject(toFailure(cause, phase))
    }
    function expire() {
      req.destroy(new Expired())
    }
    req.on('socket', (socket) => {
      socket.once(hop.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        enter('headers', hop.timeouts.headersMs)
      })
    })
    req.on('error', fail)
    req.on('response', (res) => {
      enter('body', hop.timeouts.bodyMs)
      // The response has started: a failure in its body does not invalidate it.
      req.off('error', fail).on('error', () => undefined)
      void readBody(res).then(({ body, isComplete }) => {
        clearTimeout(timer)
        resolve({ status: res.statusCode ?? 0, headers: headersOf(res), body, isComplete })
      })
    })
    req.end(hop.body)
  })
}

class Expired extends Error {}

/** Resolving addresses cannot be cancelled; a late result is ignored. */
async function within<T>(search: Promise<T>, { timeouts, signal }: Exchange): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let abort: (() => void) | undefined
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Expired())
    }, timeouts.connectMs)
    abort = () => {
      reject(new OutboundFailure('was aborted', 'not-sent'))
    }
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([search, end])
  } catch (error) {
    throw error instanceof OutboundFailure ? error : toFailure(error, 'connection')
  } finally {
    clearTimeout(timer)
    if (abort !== undefined) signal?.removeEventListener('abort', abort)
  }
}

function optionsOf({ method, headers, body, signal }: Exchange, addresses: readonly string[]): RequestOptions {
  const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  const pinned: LookupFunction = (_hostname, options, done) => {
    const [first] = entries
    if (options.all || first === undefined) done(null, entries)
    else done(null, first.address, first.family)
  }
  return {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
    lookup: pinned,
    // A pooled connection could be one that a different name resolved to.
    agent: false,
    ...(signal && { signal }),
  }
}

/** Never rejects: returns what arrived before the response broke off. */
async function readBody(res: IncomingMessage): Promise<{ body: string; isComplete: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    const received: AsyncIterable<Uint8Array> = res
    for await (const chunk of received) {
      const bytes = Buffer.from(chunk)
      chunks.push(bytes.subarray(0, limits.outbound.answerBytesMax - length))
      length += bytes.length
      if (length > limits.outbound.answerBytesMax) break
    }
  } catch {
    return { body: Buffer.concat(chunks).toString(), isComplete: false }
  } finally {
    res.destroy()
  }
  return { body: Buffer.concat(chunks).toString(), isComplete: length <= limits.outbound.answerBytesMax }
}

function headersOf({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, values?.[0] ?? '']))
}

const slowness: Readonly<Record<Phase, string>> = {
  connection: 'connection timed out',
  headers: 'no response in time',
  body: 'the response did not complete in time',
}

/** Before there is a connection, nothing was sent; afterwards the outcome is unknown. */
function toFailure(cause: unknown, phase: Phase): OutboundFailure {
  const fate = phase === 'connection' ? 'not-sent' : 'unknown'
  if (cause instanceof Expired) return new OutboundFailure(slowness[phase], fate)
  return new OutboundFailure(explain(cause), fate, { cause })
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the name server is not responding',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection timed out',
  ABORT_ERR: 'was aborted',
}

function explain(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return (
    reasons[code] ?? (/^(CERT|DEPTH|SELF|UNABLE|ERR_TLS|ERR_SSL)/.test(code) ? 'TLS certificate not trusted' : 'failed')
  )
}
