import {
  type LedgerKind,
  minuteMs,
  type OutcomeReason,
  outcomesMetaCodec,
  type RefusedCount,
} from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import { createFaultThrottle, type Clock, type FaultThrottle, type Warnings } from '@signalbox/service-kit'
import type { IngestMetrics } from '../ingest-metrics.js'
import { raiseRefusalWarning } from './raise-refusal-warning.js'

/** Items of one kind refused for one reason. */
export interface Refusal {
  organizationId: string
  /** Empty if the telemetry belongs to no project. */
  projectId: string
  kind: LedgerKind
  outcome: RefusedCount['outcome']
  reason: OutcomeReason
  quantity: number
}

export interface RefusedItemsOptions {
  eventLog: Pick<EventLog, 'append'>
  clock: Clock
  metrics: IngestMetrics
  warnings: Pick<Warnings, 'note'>
  reportFault: (error: unknown, message: string) => void
}

const flushAfterMs = 1_000
/**
 * Maximum number of distinct pending counts. Beyond it, new ones are discarded: the log has been unavailable for long.
 */
const waitingMax = 10_000
const countsPerRecord = 1_000

/**
 * Counts items that never became a record and writes the counts to the `outcomes` topic a second later. Counts that
 * cannot be written stay pending until the next attempt.
 */
export class RefusedItems {
  readonly #options: RefusedItemsOptions
  readonly #faults: FaultThrottle
  #timer: NodeJS.Timeout | undefined
  #waiting = new Map<string, RefusedCount>()
  #flushing: Promise<void> = Promise.resolve()

  constructor(options: RefusedItemsOptions) {
    this.#options = options
    this.#faults = createFaultThrottle(options.clock)
  }

  count(refusal: Refusal): void {
    this.#options.metrics.countItems(refusal.kind, refusal.outcome, refusal.quantity)
    raiseRefusalWarning(this.#options.warnings, refusal)
    const now = this.#options.clock()
    this.#add({ ...refusal, minute: now - (now % minuteMs) })
  }

  /** Writes pending counts. Never rejects: failures are reported and the counts stay pending. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write())
    return this.#flushing
  }

  /** Stops the timer and writes pending counts. */
  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }

  #add(count: RefusedCount): void {
    const { organizationId, projectId, kind, outcome, reason, minute } = count
    const key = [organizationId, projectId, kind, outcome, reason, minute].join('\n')
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) waiting.quantity += count.quantity
    else if (this.#waiting.size < waitingMax) this.#waiting.set(key, count)
    this.#timer ??= setTimeout(() => void this.flush(), flushAfterMs).unref()
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.size === 0) return
    const counts = [...this.#waiting.values()]
    this.#waiting = new Map()
    try {
      await this.#options.eventLog.append('outcomes', toRecords(counts, this.#options.clock()))
      this.#faults.end()
    } catch (error) {
      for (const count of counts) this.#add(count)
      if (!this.#faults.shouldReport(error)) return
      this.#options.reportFault(error, 'rejection counts could not be written; retrying')
    }
  }
}

function toRecords(counts: readonly RefusedCount[], writtenAt: number) {
  const headers = outcomesMetaCodec.encode({ writtenAt })
  return Array.from({ length: Math.ceil(counts.length / countsPerRecord) }, (_, index) => {
    const part = counts.slice(index * countsPerRecord, (index + 1) * countsPerRecord)
    return { headers, value: Buffer.from(JSON.stringify(part)), rows: part.length }
  })
}
