import {
  itemTypes,
  telemetryKinds,
  type LedgerKind,
  type OutcomeReason,
  type TelemetryKind,
} from '@signalbox/contracts'
import type { EnvelopeItem } from '@signalbox/envelope'
import { kinds } from '../kinds/index.js'
import type { EnvelopeItemPipeline } from '../pipeline/kind-pipeline.js'
import { itemCountOf } from '../pipeline/item-count.js'

export interface StoredItemType {
  kind: TelemetryKind
  pipeline: EnvelopeItemPipeline
}

const storedItemTypes = new Map<string, StoredItemType>(
  telemetryKinds.flatMap((kind) =>
    Object.entries<EnvelopeItemPipeline>(kinds[kind]).map(([type, pipeline]) => [type, { kind, pipeline }] as const),
  ),
)

/** @returns undefined for item types that aren't stored. */
export function findStoredItemType(type: string): StoredItemType | undefined {
  return storedItemTypes.get(type)
}

export interface UnstoredItem {
  kind: LedgerKind
  reason: OutcomeReason
  quantity: number
}

/** How an item of a type that isn't stored is counted. */
export function describeUnstoredItem(item: EnvelopeItem): UnstoredItem {
  const type = itemTypes.get(item.type)
  return type === undefined
    ? { kind: 'unknown', reason: 'unknown_item', quantity: 1 }
    : { kind: type.kind, reason: 'unsupported_item', quantity: type.isContainer === true ? itemCountOf(item) : 1 }
}
