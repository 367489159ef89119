import type { EnvelopeItem } from './envelope.js'

/**
 * How many entries the header of a container promises; 1 when it does not say. Nothing of it is checked: whoever counts
 * by it bounds it.
 */
export function readItemCount({ header }: Pick<EnvelopeItem, 'header'>): number {
  const count = header['item_count']
  return typeof count === 'number' && Number.isInteger(count) && count >= 1 ? count : 1
}
