import { countedItemTypes, limits, type LedgerKind } from '@signalbox/contracts'
import type { EnvelopeItem } from '@signalbox/envelope'

const kindOfType = new Map<string, LedgerKind>([
  ...countedItemTypes.map((type) => [type, type] as const),
  ['event', 'error'],
  ['transaction', 'span'],
  ['span', 'span'],
  ['profile_chunk_ui', 'profile_chunk'],
])

/** Types that hold as many entries as their header says. */
const containerTypes = new Set(['span', 'log', 'trace_metric'])

/** Types that need an event id: the server makes one when the SDK sent none. */
const eventTypes = new Set([
  'event',
  'transaction',
  'security',
  'raw_security',
  'feedback',
  'replay_event',
  'form_data',
  'attachment',
  'unreal_report',
  'user_report',
  'profile',
])

/** What the ledger calls an item. */
export function kindOfItem(item: EnvelopeItem): LedgerKind {
  return kindOfType.get(item.type) ?? 'unknown'
}

/** Entries of an item as far as its header tells; payloads are not read here. */
export function quantityOfItem(item: EnvelopeItem): number {
  const count = containerTypes.has(item.type) ? item.header['item_count'] : undefined
  if (typeof count !== 'number' || !Number.isInteger(count)) return 1
  return Math.min(Math.max(count, 1), limits.envelope.itemsMax)
}

/** Whether the envelope must have an event id. */
export function needsEventId(items: readonly EnvelopeItem[]): boolean {
  return items.some(({ type }) => eventTypes.has(type))
}
