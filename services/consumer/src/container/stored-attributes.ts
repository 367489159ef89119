import type { Scrubber } from '@signalbox/sentry-events'
import { AttributeMap } from './attribute-map.js'

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
  return scrubber.scrubAttributes(attributes.toRecord())
}
