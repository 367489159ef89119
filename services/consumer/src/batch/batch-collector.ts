import type { LogRecord } from '@signalbox/event-log'
import {
  checkRow,
  createInsertBuilder,
  type EventRow,
  type InsertBuilder,
  type LogPosition,
} from '@signalbox/telemetry-store/rows'
import type { DeadLetterReason, LedgerKind, ProjectSettings } from '@signalbox/contracts'
import { BatchLedger, type LedgerCount, type LedgerScope } from './batch-ledger.js'
import { BatchSightings } from './batch-sightings.js'
import { ItemIdentities, type IdentitiesByTable } from './item-identities.js'
import { EventSampler } from './event-sampler.js'
import type { FloodMemory, ReceiveWindow } from './flood-memory.js'
import type { ItemResult } from './item-result.js'
import type { BatchCounts, DeadLetter, ProcessedBatch } from './processed-batch.js'
import { addRows } from './row-set.js'

const detailLengthMax = 1_000

/** Which item is computed, for the dead letter that it becomes when that fails. */
export interface ItemReference {
  scope: LedgerScope
  record: LogRecord
  /** Null for the record as a whole. */
  itemIndex: number | null
  kind: LedgerKind
  quantity: number
  /** How floods of its errors are sampled; without it all are kept. */
  spikes?: ProjectSettings['spikes']
}

export interface CollectOptions {
  position: LogPosition
  /** When the batch came in, and what was kept of floods before it: decide which events are kept in full. */
  received: ReceiveWindow
  floodMemory: FloodMemory
  /** What the store has of the batch's items already: it is dropped. */
  stored?: IdentitiesByTable
}

/** An item was refused by the store's row checks when some of its rows had been added. */
class HalfAddedError extends Error {
  override readonly name = 'HalfAddedError'
}

/**
 * Collects the rows of one batch. When an item is refused half-way, the whole batch is collected again, each item
 * tried apart first: that costs nothing as long as pipelines make rows that their tables can hold.
 * @param fill adds everything to the collector; may be called twice.
 */
export async function collectBatch(
  options: CollectOptions,
  fill: (collector: BatchCollector) => Promise<void>,
): Promise<ProcessedBatch> {
  try {
    return await collectOnce(new BatchCollector(options, false), fill)
  } catch (error) {
    if (!(error instanceof HalfAddedError)) throw error
    return collectOnce(new BatchCollector(options, true), fill)
  }
}

async function collectOnce(
  collector: BatchCollector,
  fill: (collector: BatchCollector) => Promise<void>,
): Promise<ProcessedBatch> {
  await fill(collector)
  return collector.finish()
}

/** Collects what the records of one batch become: rows, dead letters and the ledger. */
export class BatchCollector {
  readonly #position: LogPosition
  readonly #isCautious: boolean
  readonly #builder: InsertBuilder
  readonly #ledger = new BatchLedger()
  readonly #sightings = new BatchSightings()
  readonly #sampler: EventSampler
  readonly #identities: ItemIdentities
  readonly #deadLetters: DeadLetter[] = []
  readonly #items: BatchCounts['items'] = { stored: 0, dropped: 0, rate_limited: 0, dead_lettered: 0 }
  #oldestReceivedAt: number | undefined
  #lastReceivedAt = 0

  /** @param isCautious try the rows of each item apart before they are added. */
  constructor({ position, received, floodMemory, stored }: CollectOptions, isCautious: boolean) {
    this.#position = position
    this.#isCautious = isCautious
    this.#builder = createInsertBuilder(position)
    this.#sampler = new EventSampler(received, floodMemory)
    this.#identities = new ItemIdentities(stored)
  }

  /** Receive time of the record read before; 0 at the start of a batch. Stands in for one that cannot be read. */
  get lastReceivedAt(): number {
    return this.#lastReceivedAt
  }

  /** To be called once for every record that could be read. */
  noteReceived(receivedAt: number): void {
    this.#lastReceivedAt = receivedAt
    this.#oldestReceivedAt = Math.min(receivedAt, this.#oldestReceivedAt ?? receivedAt)
  }

  count(scope: LedgerScope, count: LedgerCount & { outcome: keyof BatchCounts['items'] }): void {
    this.#ledger.add(scope, count)
    if (scope.isReplay !== true) this.#items[count.outcome] += count.quantity
  }

  /** Adds what `compute` returns, without what is there already. When it or one of its rows is at fault, the item is a dead letter without rows. */
  addItem(item: ItemReference, compute: () => ItemResult): void {
    let result: ItemResult
    const rowsBefore = this.#builder.rows
    this.#identities.begin()
    try {
      result = this.#identities.filter(compute())
      if (this.#isCautious) addRows(createInsertBuilder(this.#position), result.rows)
      const { events = [], ...others } = result.rows
      // The sampler adds its rows when no item can be refused any more, and some of them never.
      for (const row of events) checkRow('events', row)
      addRows(this.#builder, others)
    } catch (error) {
      if (this.#builder.rows > rowsBefore) throw new HalfAddedError('an item was added only in part', { cause: error })
      this.#identities.undo()
      this.addDeadLetter(item, 'pipeline_error', error)
      return
    }
    for (const count of result.counts) {
      this.count(item.scope, count)
    }
    for (const row of result.rows.events ?? []) this.#addEvent(row, item.spikes)
  }

  #addEvent(row: EventRow, spikes: ItemReference['spikes']): void {
    this.#sightings.add(row)
    if (spikes?.enabled === true) this.#sampler.add(row, spikes.events_per_minute)
    else this.#builder.add('events', row)
  }

  addDeadLetter(item: ItemReference, reason: DeadLetterReason, cause: unknown): void {
    const detail = (cause instanceof Error ? cause.message : String(cause)).slice(0, detailLengthMax)
    this.#deadLetters.push({ offset: item.record.offset, itemIndex: item.itemIndex, reason, detail })
    this.count(item.scope, { kind: item.kind, outcome: 'dead_lettered', reason, quantity: item.quantity })
  }

  /** Ends the batch: samples of its events, then the ledger's rows as its last. */
  finish(): ProcessedBatch {
    for (const row of this.#sampler.drain()) this.#builder.add('events', row)
    addRows(this.#builder, { outcomes: this.#ledger.rows() })
    const { rows } = this.#builder
    return {
      inserts: this.#builder.finish(),
      deadLetters: this.#deadLetters,
      sightings: this.#sightings.list(),
      identities: this.#identities.list(),
      counts: { rows, items: this.#items, oldestReceivedAt: this.#oldestReceivedAt },
    }
  }
}
