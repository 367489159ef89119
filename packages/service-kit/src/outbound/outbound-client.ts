import { lookup } from 'node:dns/promises'
import { limits } from '@signalbox/contracts'
import type { AddressPolicy } from './address-policy.js'
import { exchange, type Exchange } from './exchange.js'
import type { OutboundAnswer, OutboundTimeouts } from './outbound-answer.js'
import { OutboundFailure } from './outbound-failure.js'
import { findUrlFault, isLocalName, literalAddressOf, localAddresses } from './outbound-url.js'

/** A request to an address that a user gave. */
export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  /** Headers that only the host of `url` may see: a redirect to another one goes without them. */
  secretHeaders?: Readonly<Record<string, string>>
  body?: string
  /** Ends the request: it fails then. */
  signal?: AbortSignal
}

export interface OutboundOptions {
  policy: AddressPolicy
  /** Addresses of a host name; the system's name servers when left out. */
  resolve?: (hostname: string) => Promise<readonly string[]>
  timeouts?: OutboundTimeouts
}

/**
 * Sends requests to addresses that users give, so that nobody reaches through it what only this machine may reach:
 * - the name is resolved once, and the connection goes to what was checked, whatever name servers say later,
 * - each hop of a redirect is checked in the same way; none leads from https to http,
 * - a redirect is followed only where the method stays what it was,
 * - every phase has a time, and the answer a size.
 */
export interface OutboundClient {
  /** @throws OutboundFailure when no answer came; it says whether the request may have arrived nevertheless. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
}

const defaultTimeouts: OutboundTimeouts = {
  connectMs: limits.outbound.connectTimeoutMs,
  headersMs: limits.outbound.headersTimeoutMs,
  bodyMs: limits.outbound.bodyTimeoutMs,
}

export function createOutboundClient(options: OutboundOptions): OutboundClient {
  const { policy, resolve = resolveBySystem, timeouts = defaultTimeouts } = options
  const sendTo = async (url: URL, request: OutboundRequest, origin: string): Promise<OutboundAnswer> => {
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

/** @returns where an answer sends on, if the request may go there as it is. */
function redirectOf(
  { status, headers }: OutboundAnswer,
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
  if (permitted.length === 0) throw new OutboundFailure('the address must be a public address', 'refused')
  return permitted
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}
