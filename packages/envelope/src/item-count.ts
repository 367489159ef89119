import type { EnvelopeItem } from './envelope.js'

/**
 * Number of entries according to a container's header; 1 if it does not say. The value is unchecked: callers must bound
 * it.
 */
export function readItemCount({ header }: Pick<EnvelopeItem, 'header'>): number {
  const count = header['item_count']
  return typeof count === 'number' && Number.isInteger(count) && count >= 1 ? count : 1
}
