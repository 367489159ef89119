import { isIP } from 'node:net'
import type { AddressPolicy } from './address-policy.js'

/** Returns the host of a URL if it is an IP address, without brackets; undefined for names. */
export function literalAddressOf({ hostname }: URL): string | undefined {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(address) === 0 ? undefined : address
}

/** Names that always mean this machine, whatever a name server says (RFC 6761). */
export function isLocalName({ hostname }: URL): boolean {
  return /(?:^|\.)localhost\.*$/i.test(hostname)
}

/** Addresses of local names. */
export const localAddresses: readonly string[] = ['127.0.0.1', '::1']

/**
 * Checks a URL given by a user, without network access. Spellings such as `http://2130706433/` and `http://0x7f.1/` are
 * parsed as the addresses they represent.
 * @returns the violated requirement; undefined if the URL is acceptable.
 */
export function findUrlFault(text: string, policy: AddressPolicy): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return 'must be an http or https URL'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (addressesOf(url)?.some((address) => policy.isPermitted(address)) === false)
    return 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'
  return undefined
}

/**
 * Checks a URL that will receive a token, which must be safe from eavesdroppers.
 * @returns the violated requirement; undefined if the URL is acceptable.
 */
export function findInsecureUrlFault(text: string, policy: AddressPolicy): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.protocol === 'https:') return undefined
  if (addressesOf(url)?.some((address) => policy.isAllowed(address))) return undefined
  return 'must be https, or an address listed in SIGNALBOX_OUTBOUND_ALLOW'
}

function addressesOf(url: URL): readonly string[] | undefined {
  const literal = literalAddressOf(url)
  if (literal !== undefined) return [literal]
  return isLocalName(url) ? localAddresses : undefined
}
