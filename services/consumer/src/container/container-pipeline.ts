import type { OutcomeReason, RetentionDays } from '@signalbox/contracts'
import type { RowSet } from '../batch/row-set.js'
import { itemCountOf } from '../pipeline/item-count.js'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../pipeline/kind-pipeline.js'
import { readContainer, type ContainerForm } from './read-container.js'
import { createEntryReader, type ContainerEntry } from './read-entry.js'
import { sortEntries } from './sort-entries.js'

/** How the entries of one kind of container become rows. */
export interface EntryKind<Row extends object> extends ContainerForm {
  /** Kind whose retention applies to the entries. */
  retention: keyof RetentionDays
  /** Maximum entries per container; the rest are dropped as `too_large`. */
  entriesMax: number
  /** The row of an entry, or why it cannot be stored. */
  toRow(entry: ContainerEntry, context: EnvelopeItemContext): Row | OutcomeReason
  toRowSet(rows: readonly Row[]): RowSet
}

/** Creates the pipeline of containers whose entries share time, trace and attributes: log entries and measurements. */
export function createContainerPipeline<Row extends object>(kind: EntryKind<Row>): EnvelopeItemPipeline {
  return {
    quantity: itemCountOf,
    process: (payload, context) => {
      const container = readContainer(payload, context.item, kind)
      if (!container.ok) return container.result
      const timeRules = { retentionDays: context.retentionDays[kind.retention], invalid: kind.invalid }
      const readEntry = createEntryReader(payload, context, timeRules)
      const toResult = (fields: unknown, index: number): Row | OutcomeReason => {
        if (index >= kind.entriesMax) return 'too_large'
        const entry = readEntry(fields)
        return typeof entry === 'string' ? entry : kind.toRow(entry, context)
      }
      const { rows, counts } = sortEntries(kind.kind, container.entries.map(toResult))
      return { rows: kind.toRowSet(rows), counts }
    },
  }
}
