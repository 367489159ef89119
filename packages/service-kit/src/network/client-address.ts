import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { AddressList } from './address-list.js'

/** Says whether an address is one of the operator's proxies, whose `X-Forwarded-For` is believed. */
export type ProxyTrust = (address: string) => boolean

/** Where nothing stands in between. */
export const trustNoProxy: ProxyTrust = () => false

export function createProxyTrust(proxies: AddressList): ProxyTrust {
  return (address) => proxies.has(unmapped(address))
}

/**
 * Address of the client: each proxy appends whom it was asked by, so it is the last one in the list that is not a proxy of
 * ours. What stands before that was written by the client itself.
 * @returns undefined when the connection is gone.
 */
export function clientAddressOf(req: IncomingMessage, isTrusted: ProxyTrust): string | undefined {
  const { remoteAddress } = req.socket
  const forwarded = req.headers['x-forwarded-for']
  // Looking an address up in the list takes longer than reading a small request.
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

/** IPv4 on a socket of both families. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
