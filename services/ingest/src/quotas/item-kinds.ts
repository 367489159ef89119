import { itemTypes, limits, type LedgerKind } from '@signalbox/contracts'
import { readItemCount, type EnvelopeItem } from '@signalbox/envelope'

/** Kind of an item in the ledger. */
export function kindOfItem(item: EnvelopeItem): LedgerKind {
  return itemTypes.get(item.type)?.kind ?? 'unknown'
}

/** Number of entries in an item according to its header; payloads are not parsed here. */
export function quantityOfItem(item: EnvelopeItem): number {
  return itemTypes.get(item.type)?.isContainer === true ? Math.min(readItemCount(item), limits.envelope.itemsMax) : 1
}

/** True if the envelope must have an event id. */
export function needsEventId(items: readonly EnvelopeItem[]): boolean {
  return items.some(({ type }) => itemTypes.get(type)?.needsEventId === true)
}
