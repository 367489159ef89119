import type { EventRow } from '@signalbox/telemetry-store/rows'

/** An event of a flood. */
export interface FloodEvent {
  row: EventRow
  /** Position among the events of the batch. */
  order: number
  /** Determines which events are stored: the lowest ones. */
  rank: number
}

/** True if the first has the lower rank; ties go to the event that came first. */
export function isLower(first: FloodEvent, second: FloodEvent): boolean {
  return first.rank === second.rank ? first.order < second.order : first.rank < second.rank
}

/**
 * A rank that selects events pseudo-randomly, but the same ones whenever a batch is processed (FNV-1a, then the
 * finalizer of MurmurHash3).
 * @returns An integer from 0 up to 2^32.
 */
export function rankOf(eventId: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < eventId.length; index += 1) {
    hash = Math.imul(hash ^ eventId.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Holds a bounded number of the lowest events and releases all others immediately. A binary heap with the highest on
 * top.
 */
export class EventReservoir {
  readonly #sizeMax: number
  readonly #heap: FloodEvent[] = []

  /** @param sizeMax At least 1. */
  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  add(event: FloodEvent): void {
    const top = this.#heap[0]
    if (this.#heap.length < this.#sizeMax || top === undefined) {
      this.#heap.push(event)
      this.#siftUp(this.#heap.length - 1)
    } else if (isLower(event, top)) {
      this.#heap[0] = event
      this.#siftDown()
    }
  }

  /** In no particular order. */
  events(): readonly FloodEvent[] {
    return this.#heap
  }

  #siftUp(start: number): void {
    let index = start
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#swapIfLower(parent, index)) return
      index = parent
    }
  }

  #siftDown(): void {
    let index = 0
    for (;;) {
      const left = 2 * index + 1
      const child = this.#isLowerAt(left, left + 1) ? left + 1 : left
      if (!this.#swapIfLower(index, child)) return
      index = child
    }
  }

  /**
   * Moves the higher of two to the upper place.
   * @returns false if it was already there, or there is nothing below.
   */
  #swapIfLower(upper: number, lower: number): boolean {
    const above = this.#heap[upper]
    const below = this.#heap[lower]
    if (above === undefined || below === undefined || !isLower(above, below)) return false
    this.#heap[upper] = below
    this.#heap[lower] = above
    return true
  }

  #isLowerAt(first: number, second: number): boolean {
    const one = this.#heap[first]
    const other = this.#heap[second]
    return one !== undefined && other !== undefined && isLower(one, other)
  }
}
