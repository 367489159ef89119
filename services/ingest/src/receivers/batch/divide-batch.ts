import type { ContentEncoding, Omission } from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import type { BatchKind } from './batch-kind.js'

/** A request as stored, or one part of it. */
export interface BatchPart {
  value: Uint8Array
  encoding: ContentEncoding
  omitted: Omission[]
  rows: number
  partitionKey?: string
}

/**
 * Splits a request by the partitions of its items. If there is only one partition, the request is stored as received;
 * otherwise each part is re-encoded. The first part lists all omitted items.
 */
export function divideBatch(
  { batch, items, log }: { batch: BatchKind; items: readonly unknown[]; log: Pick<EventLog, 'partitionOf'> },
  whole: BatchPart,
): BatchPart[] {
  if (!batch.partitionKeyOf) return [whole]
  const left = new Set(whole.omitted.map(({ index }) => index))
  const parts = new Map<number, { partitionKey: string; items: unknown[] }>()
  for (const [index, item] of items.entries()) {
    if (left.has(index)) continue
    const partitionKey = batch.partitionKeyOf(item)
    const partition = log.partitionOf(batch.topic, partitionKey)
    const part = parts.get(partition)
    if (part) part.items.push(item)
    else parts.set(partition, { partitionKey, items: [item] })
  }
  const [first, ...others] = [...parts.values()]
  if (!first || others.length === 0) return [first ? { ...whole, partitionKey: first.partitionKey } : whole]
  return [first, ...others].map((part) => writePart(batch, part, part === first ? whole.omitted : []))
}

/** Indexes of omitted items come after all others, so their bodies need not be written. */
function writePart(
  batch: BatchKind,
  { partitionKey, items }: { partitionKey: string; items: readonly unknown[] },
  omitted: readonly Omission[],
): BatchPart {
  return {
    value: Buffer.from(JSON.stringify({ [batch.field]: items })),
    encoding: 'identity',
    omitted: omitted.map((omission, index) => ({ ...omission, index: items.length + index })),
    rows: items.reduce<number>((sum, item) => sum + batch.countRows(item), 0),
    partitionKey,
  }
}
