import { BlockList, isIP } from 'node:net'

/** Decides which addresses requests may go to that users ask for. */
export interface AddressPolicy {
  /** @param address IPv4 or IPv6 without brackets; anything else is not permitted. */
  isPermitted(address: string): boolean
  /** Whether the operator names it, which makes it a part of their own network. */
  isAllowed(address: string): boolean
}

/** An entry of the allow list is no address and no range of addresses. */
export class AddressRangeFault extends Error {
  override readonly name = 'AddressRangeFault'
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
 * Of IPv6 only this is public. Outside are loopback, local and link-local addresses, groups, and those that stand for
 * IPv4 ones: mapped, compatible, translated.
 */
const globalIpv6 = ['2000::/3']
/** Within that: protocols such as Teredo, documentation, and 6to4, which stands for IPv4 addresses too. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const special = listOf([...specialIpv4, ...specialIpv6])
const global = listOf(globalIpv6)

/**
 * @param allow Addresses and ranges (`127.0.0.1`, `10.0.0.0/8`, `fd00::/8`) that are permitted although not public.
 * @throws AddressRangeFault
 */
export function createAddressPolicy(allow: readonly string[] = []): AddressPolicy {
  const allowed = listOf(allow)
  const isAllowed = (address: string) => {
    const family = familyOf(address)
    return family !== undefined && allowed.check(address, family)
  }
  return {
    isAllowed,
    isPermitted: (address) => {
      const family = familyOf(address)
      if (family === undefined) return false
      if (isAllowed(address)) return true
      return !special.check(address, family) && (family === 'ipv4' || global.check(address, family))
    },
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  // A zone, as in fe80::1%eth0, would be part of the address for the system and not for the list.
  if (address.includes('%')) return undefined
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)]
}

function listOf(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) addEntry(list, entry)
  return list
}

function addEntry(list: BlockList, entry: string): void {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = familyOf(address)
  const bitsMax = family === 'ipv4' ? 32 : 128
  const bits = prefix === undefined ? bitsMax : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (family === undefined || rest.length > 0 || !(bits <= bitsMax)) {
    throw new AddressRangeFault(`${JSON.stringify(entry)} is no address and no range such as 10.0.0.0/8`)
  }
  list.addSubnet(address, bits, family)
}
