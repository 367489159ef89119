import { limits } from '@signalbox/contracts'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { EventFlood, type OrderedRow } from './event-flood.js'
import { minuteOf, type FloodMemory, type ReceiveWindow } from './flood-memory.js'

/** The events of one fingerprint: all of them until there are too many. */
interface FingerprintEvents {
  allowance: number
  /** Emptied when the flood begins. */
  rows: OrderedRow[]
  flood: EventFlood | undefined
}

/**
 * Keeps floods of one error from filling the disk: of each project and fingerprint so many events a minute are kept in
 * full, and beyond that a few samples of each batch, whose `times_seen` stand for the others. Sums of `times_seen` by
 * fingerprint, level, release, environment and minute are exact in every batch by itself.
 *
 * While a batch is collected, rows that can no longer be kept are let go at once.
 */
export class EventSampler {
  readonly #received: ReceiveWindow
  readonly #memory: FloodMemory
  readonly #fingerprints = new Map<string, FingerprintEvents>()
  #order = 0

  constructor(received: ReceiveWindow, memory: FloodMemory) {
    this.#received = received
    this.#memory = memory
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
    const minute = minuteOf(this.#received.endMs)
    const newestFirst = [...this.#fingerprints]
      .flatMap(([key, { rows, flood }]) => {
        const kept = flood?.rows() ?? rows
        this.#memory.note(minute, key, kept.length)
        return kept
      })
      .sort((one, other) => other.order - one.order)
    this.#fingerprints.clear()
    for (let next = newestFirst.pop(); next !== undefined; next = newestFirst.pop()) yield next.row
  }

  /** Settings that change within a batch begin another count. */
  #eventsOf({ project_id: projectId, fingerprint }: EventRow, eventsPerMinute: number): FingerprintEvents {
    const key = `${projectId}\n${fingerprint}\n${eventsPerMinute}`
    let events = this.#fingerprints.get(key)
    if (events === undefined) {
      events = { allowance: this.#allowanceOf(key, eventsPerMinute), rows: [], flood: undefined }
      this.#fingerprints.set(key, events)
    }
    return events
  }

  /** What is left of the minute; of every minute that the batch reaches into. A batch always keeps a few. */
  #allowanceOf(key: string, eventsPerMinute: number): number {
    const [first, last] = [minuteOf(this.#received.startMs), minuteOf(this.#received.endMs)]
    const left = this.#memory.shareOf(eventsPerMinute) * (last - first + 1) - this.#memory.keptWithin(first, last, key)
    return Math.max(limits.sampling.keptMin, left)
  }
}

function beginFlood(events: FingerprintEvents): void {
  const flood = new EventFlood(events.allowance)
  for (const row of events.rows) flood.add(row)
  events.rows = []
  events.flood = flood
}
