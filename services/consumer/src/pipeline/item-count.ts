import { readItemCount, type EnvelopeItem } from '@signalbox/envelope'

/**
 * Number of entries that a container's header declares; 1 if it declares none. Capped at the payload's size in bytes,
 * so that a header cannot put arbitrary numbers into the ledger.
 */
export function itemCountOf(item: EnvelopeItem): number {
  return Math.min(readItemCount(item), Math.max(1, item.payload.length))
}
