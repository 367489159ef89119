import { itemTypes, limits, type LedgerKind } from '@signalbox/contracts'
import type { EnvelopeItem } from '@signalbox/envelope'

/** What the ledger calls an item. */
export function kindOfItem(item: EnvelopeItem): LedgerKind {
  return itemTypes.get(item.type)?.kind ?? 'unknown'
}

/** Entries of an item as far as its header tells; payloads are not read here. */
export function quantityOfItem(item: EnvelopeItem): number {
  const count = itemTypes.get(item.type)?.isContainer === true ? item.header['item_count'] : undefined
  if (typeof count !== 'number' || !Number.isInteger(count)) return 1
  return Math.min(Math.max(count, 1), limits.envelope.itemsMax)
}

/** Whether the envelope must have an event id. */
export function needsEventId(items: readonly EnvelopeItem[]): boolean {
  return items.some(({ type }) => itemTypes.get(type)?.needsEventId === true)
}
