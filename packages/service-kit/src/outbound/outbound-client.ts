import { lookup } from 'node:dns/promises'
import { limits } from '@signalbox/contracts'
import type { AddressPolicy } from './address-policy.js'
import { exchange, type Exchange } from './exchange.js'
import type { OutboundResponse, OutboundTimeouts } from './outbound-response.js'
import { OutboundFailure } from './outbound-failure.js'
import { findUrlFault, isLocalName, literalAddressOf, localAddresses } from './outbound-url.js'

/** A request to an address given by a user. */
export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  /** Headers only for the host of `url`: removed on a redirect to a different host. */
  secretHeaders?: Readonly<Record<string, string>>
  body?: string
  /** Aborts the request, which then fails. */
  signal?: AbortSignal
}

export interface OutboundOptions {
  policy: AddressPolicy
  /** Resolves a host name. Default: the system's name servers. */
  resolve?: (hostname: string) => Promise<readonly string[]>
  timeouts?: OutboundTimeouts
}

/**
 * Sends requests to addresses given by users without exposing destinations that only this machine can reach (SSRF):
 * - The name is resolved once, and the connection goes to the checked address, whatever name servers return later.
 * - Every redirect is checked in the same way; none leads from https to http.
 * - A redirect is followed only if the method stays the same.
 * - Every phase has a time limit, and the response a size limit.
 */
export interface OutboundClient {
  /** @throws OutboundFailure if there was no response; it tells whether the request may have arrived anyway. */
  send(request: OutboundRequest): Promise<OutboundResponse>
}

const defaultTimeouts: OutboundTimeouts = {
  connectMs: limits.outbound.connectTimeoutMs,
  headersMs: limits.outbound.headersTimeoutMs,
  bodyMs: limits.outbound.bodyTimeoutMs,
}

export function createOutboundClient(options: OutboundOptions): OutboundClient {
  const { policy, resolve = resolveBySystem, timeouts = defaultTimeouts } = options
  const sendTo = async (url: URL, request: OutboundRequest, origin: string): Promise<OutboundResponse> => {
    const headers = { ...request.headers, ...(url.origin === origin && request.secretHeaders) }
    const hop: Exchange = { url, method: request.method, headers, timeouts, ...optional(request) }
    return exchange(hop, () => findAddresses(url, { policy, resolve }))
  }
  return {
    send: async (request) => {
      let url = readUrl(request.url, policy)
      const { origin } = url
      for (let hops = 0; ; hops += 1) {
        const answer = await sendTo(url, request, origin)
        const next = redirectOf(answer, { url, method: request.method })
        if (next === undefined) return answer
        if (hops >= limits.outbound.redirectsMax) throw new OutboundFailure('was redirected too often', 'not-sent')
        url = readUrl(next.href, policy)
      }
    },
  }
}

function optional({ body, signal }: OutboundRequest): Pick<Exchange, 'body' | 'signal'> {
  return { ...(body !== undefined && { body }), ...(signal && { signal }) }
}

function readUrl(text: string, policy: AddressPolicy): URL {
  const fault = findUrlFault(text, policy)
  if (fault !== undefined) throw new OutboundFailure(`the address ${fault}`, 'refused')
  return new URL(text)
}

const redirectStatuses = { any: [307, 308], get: [301, 302, 303, 307, 308] }

/** @returns the target of a redirect, if the request may be repeated there unchanged. */
function redirectOf(
  { status, headers }: OutboundResponse,
  { url, method }: { url: URL; method: OutboundRequest['method'] },
): URL | undefined {
  const location = headers['location']
  const isFollowed = redirectStatuses[method === 'GET' ? 'get' : 'any'].includes(status)
  if (!isFollowed || location === undefined || !URL.canParse(location, url.href)) return undefined
  const next = new URL(location, url.href)
  if (url.protocol === 'https:' && next.protocol !== 'https:') {
    throw new OutboundFailure('was redirected from https to an insecure address', 'refused')
  }
  return next
}

/** @returns the permitted addresses of a host; at least one. */
async function findAddresses(url: URL, { policy, resolve }: Required<Pick<OutboundOptions, 'policy' | 'resolve'>>) {
  const literal = literalAddressOf(url)
  const known = literal !== undefined ? [literal] : isLocalName(url) ? localAddresses : undefined
  const addresses = known ?? (await resolve(url.hostname))
  const permitted = addresses.filter((address) => policy.isPermitted(address))
  if (permitted.length === 0)
    throw new OutboundFailure('the address must be public, or one that SIGNALBOX_OUTBOUND_ALLOW names', 'refused')
  return permitted
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}
