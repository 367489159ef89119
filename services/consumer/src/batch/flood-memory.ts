import { minuteMs } from '@signalbox/contracts'

/** Fingerprints counted at once. Beyond, all are forgotten: some more events than wanted are kept in full then. */
const fingerprintsMax = 100_000

/** When a batch came in, Unix milliseconds. */
export interface ReceiveWindow {
  startMs: number
  endMs: number
}

/**
 * How many events of each fingerprint were kept in full in the minute of the newest batch, by the time at which they
 * were received: working off a backlog keeps as many as taking it in at its time would have.
 *
 * It is lost with the process. A batch that is repeated then may be sampled in another way, which does no harm: the
 * samples of a day add up to the same sums either way, and the writer replaces a day as a whole or leaves it.
 */
export class FloodMemory {
  #processors = 1
  #minute = 0
  #kept = new Map<string, number>()

  /** @param processors how many there are now, each with a memory of its own, to which batches come in turn. */
  shareWith(processors: number): void {
    this.#processors = processors
  }

  /** What this memory may keep of the events that are kept in full in a minute: an equal part. */
  shareOf(eventsPerMinute: number): number {
    return Math.floor(eventsPerMinute / this.#processors)
  }

  /** @returns 0 when the minute of the newest batch is not one of them: a minute that is over is forgotten. */
  keptWithin(firstMinute: number, lastMinute: number, key: string): number {
    return firstMinute <= this.#minute && this.#minute <= lastMinute ? (this.#kept.get(key) ?? 0) : 0
  }

  /** To be called when a batch is done. */
  note(minute: number, key: string, kept: number): void {
    if (minute !== this.#minute || this.#kept.size >= fingerprintsMax) {
      this.#minute = minute
      this.#kept = new Map()
    }
    this.#kept.set(key, (this.#kept.get(key) ?? 0) + kept)
  }
}

/** Number of the minute that a time lies in. */
export function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / minuteMs)
}
