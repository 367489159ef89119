import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { AddressList } from './address-list.js'

/** Whether an address belongs to one of the operator's proxies, whose `X-Forwarded-For` is trusted. */
export type ProxyTrust = (address: string) => boolean

/** For connections without a proxy. */
export const trustNoProxy: ProxyTrust = () => false

export function createProxyTrust(proxies: AddressList): ProxyTrust {
  return (address) => proxies.has(unmapped(address))
}

/**
 * Returns the client's address. Each proxy appends its peer, so the client is the last address in the list that is not
 * a trusted proxy; the client itself can forge anything before it.
 * @returns undefined if the connection is lost.
 */
export function clientAddressOf(req: IncomingMessage, isTrusted: ProxyTrust): string | undefined {
  const { remoteAddress } = req.socket
  const forwarded = req.headers['x-forwarded-for']
  // Skips the lookup where possible: it takes longer than reading a small request.
  if (remoteAddress === undefined || forwarded === undefined || !isTrusted(remoteAddress)) {
    return remoteAddress && unmapped(remoteAddress)
  }
  const hops = [forwarded].flat().join(',').split(',').reverse()
  let client = remoteAddress
  for (const hop of hops.map((text) => text.trim())) {
    if (isIP(hop) === 0) break
    client = hop
    if (!isTrusted(hop)) break
  }
  return unmapped(client)
}

/** Unwraps IPv4-mapped addresses of dual-stack sockets, without a zone: it would make many clients of one address. */
export function unmapped(address: string): string {
  return address.replace(/^::ffff:(\d+\.[\d.]+)(?:%.*)?$/i, '$1')
}
