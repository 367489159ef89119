import { itemTypes, limits, type LedgerKind } from '@signalbox/contracts'
import { readItemCount, type EnvelopeItem } from '@signalbox/envelope'

/** What the ledger calls an item. */
export function kindOfItem(item: EnvelopeItem): LedgerKind {
  return itemTypes.get(item.type)?.kind ?? 'unknown'
}

/** Entries of an item as far as its header tells; payloads are not read here. */
export function quantityOfItem(item: EnvelopeItem): number {
  return itemTypes.get(item.type)?.isContainer === true ? Math.min(readItemCount(item), limits.envelope.itemsMax) : 1
}

/** Whether the envelope must have an event id. */
export function needsEventId(items: readonly EnvelopeItem[]): boolean {
  return items.some(({ type }) => itemTypes.get(type)?.needsEventId === true)
}
