import { isIP } from 'node:net'
import { createAddressList } from '../network/address-list.js'

/** Decides to which addresses users can direct requests. */
export interface AddressPolicy {
  /** @param address IPv4, or IPv6 without brackets; false for anything else. */
  isPermitted(address: string): boolean
  /** True if the operator listed it, which makes it part of the operator's own network. */
  isAllowed(address: string): boolean
}

/** Ranges that the special-purpose registries (RFC 6890 and the documents it lists) exclude from the public network. */
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
 * The only public range of IPv6; in IPv4 everything not special is public. This excludes loopback, local, link-local
 * and multicast addresses, and those that represent IPv4 addresses: mapped, compatible, translated.
 */
const globalIpv6 = ['2000::/3']
/** Exceptions within it: protocols such as Teredo, documentation, and 6to4, which also represents IPv4 addresses. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const special = createAddressList([...specialIpv4, ...specialIpv6])
const global = createAddressList(globalIpv6)

/**
 * @param allow Addresses and ranges (`127.0.0.1`, `10.0.0.0/8`, `fd00::/8`) to permit although they are not public.
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
