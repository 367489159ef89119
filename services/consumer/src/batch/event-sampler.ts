import { limits } from '@signalbox/contracts'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { EventFlood, type OrderedRow } from './event-flood.js'
import { minuteOf, type FloodMemory, type ReceiveWindow } from './flood-memory.js'

/** The events of one fingerprint: all of them until they become a flood. */
interface FingerprintEvents {
  allowance: number
  /** Emptied when the flood begins. */
  rows: OrderedRow[]
  flood: EventFlood | undefined
}

/**
 * Keeps floods of one error from filling the disk. For each project and fingerprint, a limited number of events per
 * minute is stored in full; beyond that, a few samples per batch, whose `times_seen` represent the others. Sums of
 * `times_seen` by fingerprint, level, release, environment and minute are exact within every batch.
 *
 * Rows that will not be stored are released as soon as possible while the batch is collected.
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

  /** @param eventsPerMinute How many events of its fingerprint the project stores in full. */
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
   * Yields the rows to store, in the order in which they were added, and releases each: the caller serializes them, and
   * holding both forms would double the memory. Nothing is left afterwards.
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

  /** Settings that change within a batch start a new count. */
  #eventsOf({ project_id: projectId, fingerprint }: EventRow, eventsPerMinute: number): FingerprintEvents {
    const key = `${projectId}\n${fingerprint}\n${eventsPerMinute}`
    let events = this.#fingerprints.get(key)
    if (events === undefined) {
      events = { allowance: this.#allowanceOf(key, eventsPerMinute), rows: [], flood: undefined }
      this.#fingerprints.set(key, events)
    }
    return events
  }

  /** The remaining allowance over every minute that the batch spans. A batch always stores a few. */
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
