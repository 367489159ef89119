import { BlockList, isIP } from 'node:net'

type Family = 'ipv4' | 'ipv6'

interface Address {
  text: string
  family: Family
}

const prefixForm = /^\d{1,3}$/
const mappedPrefixBits = 96
const mappedForm = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/** Compiles addresses and networks such as `10.0.0.0/8`; invalid entries are skipped. */
export function createNetworks(patterns: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const pattern of patterns) addNetwork(list, pattern)
  return (rawAddress) => {
    const address = rawAddress === undefined ? undefined : readAddress(rawAddress)
    return address !== undefined && list.check(address.text, address.family)
  }
}

/** True if the text is an IP address or a network. */
export function isNetwork(pattern: string): boolean {
  return readNetwork(pattern) !== undefined
}

function addNetwork(list: BlockList, pattern: string): void {
  const network = readNetwork(pattern)
  if (network !== undefined) list.addSubnet(network.address.text, network.prefix, network.address.family)
}

function readNetwork(pattern: string): { address: Address; prefix: number } | undefined {
  const [addressText = '', prefixText, ...others] = pattern.trim().split('/')
  const address = readAddress(addressText)
  if (address === undefined || others.length > 0) return undefined
  const bits = address.family === 'ipv4' ? 32 : 128
  if (prefixText === undefined) return { address, prefix: bits }
  const isMapped = address.family === 'ipv4' && addressText.includes(':')
  const prefix = Number(prefixText) - (isMapped ? mappedPrefixBits : 0)
  return prefixForm.test(prefixText) && prefix >= 0 && prefix <= bits ? { address, prefix } : undefined
}

/** An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) counts as the IPv4 address. */
function readAddress(rawText: string): Address | undefined {
  const [text = ''] = rawText.trim().split('%')
  const version = isIP(text)
  if (version === 4) return { text, family: 'ipv4' }
  if (version !== 6) return undefined
  const [, high, low] = mappedForm.exec(new URL(`http://[${text}]`).hostname.slice(1, -1)) ?? []
  return high === undefined || low === undefined
    ? { text, family: 'ipv6' }
    : { text: [high, low].flatMap(bytesOf).join('.'), family: 'ipv4' }
}

function bytesOf(hex: string): number[] {
  const value = Number.parseInt(hex, 16)
  return [value >> 8, value & 0xff]
}
