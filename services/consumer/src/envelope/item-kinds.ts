import { countedItemTypes, type LedgerKind, type OutcomeReason, type TelemetryKind } from '@signalbox/contracts'
import type { EnvelopeItem } from '@signalbox/envelope'
import { kinds } from '../kinds/index.js'
import type { EnvelopeItemPipeline } from '../kinds/kind-pipeline.js'
import { itemCountOf } from './item-count.js'

export interface StoredItemType {
  kind: TelemetryKind
  pipeline: EnvelopeItemPipeline
}

const storedItemTypes = new Map<string, StoredItemType>(
  Object.entries(kinds).flatMap(([kind, { envelopeItems }]) =>
    Object.entries(envelopeItems).map(([type, pipeline]) => [type, { kind: kind as TelemetryKind, pipeline }] as const),
  ),
)

/** Other names of known item types. */
const aliases: Readonly<Record<string, string>> = { profile_chunk_ui: 'profile_chunk' }

/** @returns undefined for item types that are not stored. */
export function findStoredItemType(type: string): StoredItemType | undefined {
  return storedItemTypes.get(type)
}

export interface UnstoredItem {
  kind: LedgerKind
  reason: OutcomeReason
  quantity: number
}

/** How an item is counted whose type is not stored. */
export function describeUnstoredItem(item: EnvelopeItem): UnstoredItem {
  const name = Object.hasOwn(aliases, item.type) ? aliases[item.type] : item.type
  const kind = countedItemTypes.find((known) => known === name)
  return kind === undefined
    ? { kind: 'unknown', reason: 'unknown_item', quantity: 1 }
    : { kind, reason: 'unsupported_item', quantity: itemCountOf(item) }
}
