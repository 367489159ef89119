import { isIP } from 'node:net'
import { createAddressList } from '../network/address-list.js'

/** Decides which addresses requests may go to that users ask for. */
export interface AddressPolicy {
  /** @param address IPv4 or IPv6 without brackets; anything else is not permitted. */
  isPermitted(address: string): boolean
  /** Whether the operator names it, which makes it a part of their own network. */
  isAllowed(address: string): boolean
}

/** What the registries of special-purpose addresses (RFC 6890 and what it lists) keep from the public network. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * Of IPv6 only this is public, of IPv4 everything that is not special. Outside are loopback, local and link-local addresses, groups, and those that stand for
 * IPv4 ones: mapped, compatible, translated.
 */
const globalIpv6 = ['2000::/3']
/** Within that: protocols such as Teredo, documentation, and 6to4, which stands for IPv4 addresses too. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const special = createAddressList([...specialIpv4, ...specialIpv6])
const global = createAddressList(globalIpv6)

/**
 * @param allow Addresses and ranges (`127.0.0.1`, `10.0.0.0/8`, `fd00::/8`) that are permitted although not public.
 * @throws AddressRangeFault
 */
export function createAddressPolicy(allow: readonly string[] = []): AddressPolicy {
  const allowed = createAddressList(allow)
  return {
    isAllowed: (address) => allowed.has(address),
    isPermitted: (address) =>
      allowed.has(address) || (!special.has(address) && (isIP(address) === 4 || global.has(address))),
  }
}
