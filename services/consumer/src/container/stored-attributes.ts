import type { Scrubber } from '@signalbox/sentry-events'
import { AttributeMap } from '../kinds/span/attribute-map.js'

/** Attributes that hold the address of a person. */
const addressKeys = ['user.ip_address', 'client.address']

/** The placeholder for the address that the entry came from. */
const autoAddress = '{{auto}}'

/**
 * Attributes as they are stored: text, bounded, without secrets and without addresses that the project does not keep.
 * @param values as sent; the first of a key wins.
 * @param inferred added where the entry does not say itself.
 */
export function toStoredAttributes(
  values: Readonly<Record<string, unknown>>,
  inferred: Readonly<Record<string, string>>,
  scrubber: Scrubber,
): Record<string, string> {
  const attributes = new AttributeMap()
  attributes.setAll(values['user.ip_address'] === autoAddress ? { ...values, 'user.ip_address': undefined } : values)
  attributes.setAll(inferred)
  return scrubAddresses(scrubber.scrubAttributes(attributes.toRecord()), scrubber)
}

function scrubAddresses(attributes: Record<string, string>, scrubber: Scrubber): Record<string, string> {
  const unkept: string[] = []
  for (const key of addressKeys) {
    const address = attributes[key]
    if (address === undefined) continue
    const kept = scrubber.scrubIpAddress(address)
    if (kept === '') unkept.push(key)
    else attributes[key] = kept
  }
  return unkept.length === 0
    ? attributes
    : Object.fromEntries(Object.entries(attributes).filter(([key]) => !unkept.includes(key)))
}
