import { readItemCount, type EnvelopeItem } from '@signalbox/envelope'

/**
 * How many entries the header of a container promises; 1 when it does not say. A promise beyond the payload's bytes is
 * cut to them, so that no header can put any number into the ledger.
 */
export function itemCountOf(item: EnvelopeItem): number {
  return Math.min(readItemCount(item), Math.max(1, item.payload.length))
}
