import type { OutcomeReason, TelemetryKind, Topic } from '@signalbox/contracts'

/** Why an item of a batch is not kept. */
export interface ItemFault {
  /** Names the field and what would be right. */
  error: string
  reason: OutcomeReason
}

/** What tells one kind of batch from another. */
export interface BatchKind {
  kind: TelemetryKind
  topic: Topic
  /** Key of the request's object that holds the items. */
  field: string
  /** @returns undefined when the item is valid. Never throws, whatever the item is. */
  findFault(item: unknown): ItemFault | undefined
  /** Rows that an item becomes, at least 1; the item may be invalid. */
  countRows(item: unknown): number
  /** Valid items with the same key go to the same partition; absent where it does not matter which are together. */
  partitionKeyOf?(item: unknown): string
}
