import type { OutcomeReason, TelemetryKind, Topic } from '@signalbox/contracts'

/** Why an item of a batch is rejected. */
export interface ItemFault {
  /** Names the field and what would be valid. */
  error: string
  reason: OutcomeReason
}

/** Everything specific to one kind of batch. */
export interface BatchKind {
  kind: TelemetryKind
  topic: Topic
  /** Property of the request body that holds the items. */
  field: string
  /** @returns undefined if the item is valid. Never throws, whatever the input. */
  findFault(item: unknown): ItemFault | undefined
  /** Number of rows an item becomes, at least 1; the item may be invalid. */
  countRows(item: unknown): number
  /** Valid items with the same key go to the same partition; omit if co-location does not matter. */
  partitionKeyOf?(item: unknown): string
}
