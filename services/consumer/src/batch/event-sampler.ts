import { limits } from '@signalbox/contracts'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { EventFlood, type OrderedRow } from './event-flood.js'

const MINUTE_MS = 60_000

/** The events of one fingerprint: all of them until there are too many. */
interface FingerprintEvents {
  allowance: number
  /** Emptied when the flood begins. */
  rows: OrderedRow[]
  flood: EventFlood | undefined
}

/**
 * Keeps floods of one error from filling the disk: of each project and fingerprint so many events of a batch are kept
 * in full, and beyond that samples whose `times_seen` stand for the others. Sums of `times_seen` by fingerprint, level,
 * release, environment and minute are exact.
 *
 * The rows are a function of the batch alone: a batch that is repeated after a crash gives the same ones.
 * While a batch is collected, rows that can no longer be kept are let go at once.
 */
export class EventSampler {
  readonly #receiveSpanMs: number
  readonly #fingerprints = new Map<string, FingerprintEvents>()
  #order = 0

  /** @param receiveSpanMs how long the batch took to come in, milliseconds. */
  constructor(receiveSpanMs: number) {
    this.#receiveSpanMs = receiveSpanMs
  }

  /** @param eventsPerMinute how many events of its fingerprint the project keeps in full. */
  add(row: EventRow, eventsPerMinute: number): void {
    const events = this.#eventsOf(row, eventsPerMinute)
    const ordered = { row, order: this.#order }
    this.#order += 1
    if (events.flood === undefined) {
      events.rows.push(ordered)
      if (events.rows.length > events.allowance) beginFlood(events)
    } else {
      events.flood.add(ordered)
    }
  }

  /**
   * Gives the rows to be stored, in the order in which they were added, and lets go of each: whoever takes them makes
   * bytes of them, and both together would take twice the memory. Nothing is left afterwards.
   */
  *drain(): Generator<EventRow, void> {
    const newestFirst = [...this.#fingerprints.values()]
      .flatMap(({ rows, flood }) => flood?.rows() ?? rows)
      .sort((one, other) => other.order - one.order)
    this.#fingerprints.clear()
    for (let next = newestFirst.pop(); next !== undefined; next = newestFirst.pop()) yield next.row
  }

  /** Settings that change within a batch begin another count. */
  #eventsOf({ project_id: projectId, fingerprint }: EventRow, eventsPerMinute: number): FingerprintEvents {
    const key = `${projectId}\n${fingerprint}\n${eventsPerMinute}`
    let events = this.#fingerprints.get(key)
    if (events === undefined) {
      const allowance = allowanceOf(eventsPerMinute, this.#receiveSpanMs)
      this.#fingerprints.set(key, (events = { allowance, rows: [], flood: undefined }))
    }
    return events
  }
}

/** Small batches come often: the least allowance keeps them from being sampled down to nothing. */
function allowanceOf(eventsPerMinute: number, receiveSpanMs: number): number {
  return Math.max(limits.sampling.keptMin, Math.ceil((eventsPerMinute * receiveSpanMs) / MINUTE_MS))
}

function beginFlood(events: FingerprintEvents): void {
  const flood = new EventFlood(events.allowance)
  for (const row of events.rows) flood.add(row)
  events.rows = []
  events.flood = flood
}
