import { minuteMs } from '@signalbox/contracts'

/**
 * Maximum number of fingerprints tracked. Beyond it, all are evicted, and some more events than intended are stored in
 * full.
 */
const fingerprintsMax = 100_000

/** When a batch was received, Unix milliseconds. */
export interface ReceiveWindow {
  startMs: number
  endMs: number
}

/**
 * Counts the events of each fingerprint stored in full within the minute of the latest batch, by receive time: a
 * backlog stores as many as it would have on time.
 *
 * The memory is lost with the process. A batch that is repeated then may be sampled differently, which is harmless: the
 * samples of a day add up to the same sums either way, and the writer either replaces a day completely or leaves it.
 */
export class FloodMemory {
  #processors = 1
  #minute = 0
  #kept = new Map<string, number>()

  /**
   * @param processors Current number of processors, each with its own memory, among which batches are distributed
   * round-robin.
   */
  shareWith(processors: number): void {
    this.#processors = processors
  }

  /** This memory's equal share of the events stored in full per minute. */
  shareOf(eventsPerMinute: number): number {
    return Math.floor(eventsPerMinute / this.#processors)
  }

  /** @returns 0 if the minute of the latest batch isn't one of them: past minutes are forgotten. */
  keptWithin(firstMinute: number, lastMinute: number, key: string): number {
    return firstMinute <= this.#minute && this.#minute <= lastMinute ? (this.#kept.get(key) ?? 0) : 0
  }

  /** Must be called at the end of a batch. */
  note(minute: number, key: string, kept: number): void {
    if (minute !== this.#minute || this.#kept.size >= fingerprintsMax) {
      this.#minute = minute
      this.#kept = new Map()
    }
    this.#kept.set(key, (this.#kept.get(key) ?? 0) + kept)
  }
}

/** Minute number of a time. */
export function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / minuteMs)
}
