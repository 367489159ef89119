import type { Scrubber } from '@signalbox/sentry-events'
import { AttributeMap } from './attribute-map.js'

/** Placeholder for the address that the entry came from. */
const autoAddress = '{{auto}}'

/**
 * Converts attributes to their stored form: text, bounded, without secrets and without addresses that the project
 * doesn't store.
 * @param values As sent; the first value of a key wins.
 * @param inferred Added where the entry has no value of its own.
 */
export function toStoredAttributes(
  values: Readonly<Record<string, unknown>>,
  inferred: Readonly<Record<string, string>>,
  scrubber: Scrubber,
): Record<string, string> {
  const attributes = new AttributeMap()
  attributes.setAll(values['user.ip_address'] === autoAddress ? { ...values, 'user.ip_address': undefined } : values)
  attributes.setAll(inferred)
  return scrubber.scrubAttributes(attributes.toRecord())
}
