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

/** What filling a collector finds out about a batch besides its items. */
type FillFindings = Pick<ProcessedBatch, 'skippedRules'>

/** The item being processed, for its dead letter if that fails. */
export interface ItemReference {
  scope: LedgerScope
  record: LogRecord
  /** Null for the complete record. */
  itemIndex: number | null
  kind: LedgerKind
  quantity: number
  /** How floods of its errors are sampled; if missing, all are stored. */
  spikes?: ProjectSettings['spikes'] | undefined
}

export interface CollectOptions {
  position: LogPosition
  /**
   * When the batch was received, and how many events of floods were stored before it: decides which events are stored
   * in full.
   */
  received: ReceiveWindow
  floodMemory: FloodMemory
  /** The items of the batch that are already stored: they are dropped. */
  stored?: IdentitiesByTable
}

/** The store's row checks rejected an item after some of its rows had been added. */
class PartlyAddedError extends Error {
  override readonly name = 'PartlyAddedError'
}

/**
 * Collects the rows of one batch. If an item is rejected halfway, the complete batch is collected again, with a trial
 * run of each item. That costs nothing as long as pipelines produce rows that fit their tables.
 * @param fill Adds everything to the collector; may be called twice.
 */
export async function collectBatch(
  options: CollectOptions,
  fill: (collector: BatchCollector) => Promise<FillFindings>,
): Promise<ProcessedBatch> {
  try {
    return await collectOnce(new BatchCollector(options, false), fill)
  } catch (error) {
    if (!(error instanceof PartlyAddedError)) throw error
    return collectOnce(new BatchCollector(options, true), fill)
  }
}

async function collectOnce(
  collector: BatchCollector,
  fill: (collector: BatchCollector) => Promise<FillFindings>,
): Promise<ProcessedBatch> {
  const findings = await fill(collector)
  return { ...collector.finish(), ...findings }
}

/** Collects the results of a batch's records: rows, dead letters and the ledger. */
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

  /** @param isCautious Tries the rows of each item separately before they are added. */
  constructor({ position, received, floodMemory, stored }: CollectOptions, isCautious: boolean) {
    this.#position = position
    this.#isCautious = isCautious
    this.#builder = createInsertBuilder(position)
    this.#sampler = new EventSampler(received, floodMemory)
    this.#identities = new ItemIdentities(stored)
  }

  /** Receive time of the previous record; 0 at the start of a batch. Replaces one that cannot be read. */
  get lastReceivedAt(): number {
    return this.#lastReceivedAt
  }

  /** Must be called once for every readable record. */
  noteReceived(receivedAt: number): void {
    this.#lastReceivedAt = receivedAt
    this.#oldestReceivedAt = Math.min(receivedAt, this.#oldestReceivedAt ?? receivedAt)
  }

  count(scope: LedgerScope, count: LedgerCount & { outcome: keyof BatchCounts['items'] }): void {
    this.#ledger.add(scope, count)
    if (scope.isReplay !== true) this.#items[count.outcome] += count.quantity
  }

  /**
   * Adds the result of `compute` without items that already exist. If it throws, or one of its rows is invalid, the
   * item becomes a dead letter without rows.
   */
  addItem(item: ItemReference, compute: () => ItemResult): void {
    let result: ItemResult
    const rowsBefore = this.#builder.rows
    this.#identities.begin()
    try {
      result = this.#identities.filter(compute())
      if (this.#isCautious) addRows(createInsertBuilder(this.#position), result.rows)
      const { events = [], ...others } = result.rows
      // The sampler adds its rows when no item can be rejected any more, and discards some of them.
      for (const row of events) checkRow('events', row)
      addRows(this.#builder, others)
    } catch (error) {
      if (this.#builder.rows > rowsBefore)
        throw new PartlyAddedError('an item was added only in part', { cause: error })
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

  /** Ends the batch: adds sampled events, then the ledger's rows. */
  finish(): Omit<ProcessedBatch, keyof FillFindings> {
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
