import type { EnvelopeItem } from '@signalbox/envelope'

/**
 * How many entries the header of a container promises; 1 when it does not say. A promise beyond the payload's bytes is
 * cut to them, so that no header can put any number into the ledger.
 */
export function itemCountOf({ header, payload }: EnvelopeItem): number {
  const count = header['item_count']
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) {
    return 1
  }
  return Math.min(count, Math.max(1, payload.length))
}
