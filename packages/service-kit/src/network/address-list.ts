import { BlockList, isIP } from 'node:net'

/** A set of addresses and address ranges. */
export interface AddressList {
  /** @param address IPv4, or IPv6 without brackets; false for anything else. */
  has(address: string): boolean
}

/** A list entry is neither an address nor an address range. */
export class AddressRangeFault extends Error {
  override readonly name = 'AddressRangeFault'
}

/**
 * @param entries For example `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`.
 * @throws AddressRangeFault
 */
export function createAddressList(entries: readonly string[]): AddressList {
  const list = new BlockList()
  for (const entry of entries) addEntry(list, entry)
  return {
    has: (address) => {
      const family = familyOf(address)
      return family !== undefined && list.check(address, family)
    },
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  // A zone, as in fe80::1%eth0, is part of the address for the operating system but not for the list.
  if (address.includes('%')) return undefined
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)]
}

function addEntry(list: BlockList, entry: string): void {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = familyOf(address)
  const bitsMax = family === 'ipv4' ? 32 : 128
  const bits = prefix === undefined ? bitsMax : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (family === undefined || rest.length > 0 || !(bits <= bitsMax)) {
    throw new AddressRangeFault(`${JSON.stringify(entry)} is neither an address nor a range such as 10.0.0.0/8`)
  }
  list.addSubnet(address, bits, family)
}
