import type { EventRow } from '@signalbox/telemetry-store/rows'

/** An event of a flood. */
export interface FloodEvent {
  row: EventRow
  /** Position among the events of the batch. */
  order: number
  /** Decides which events are kept: the lowest ones. */
  rank: number
}

/** Whether the first ranks lower; of equal ranks, the event that came first. */
export function isLower(first: FloodEvent, second: FloodEvent): boolean {
  return first.rank === second.rank ? first.order < second.order : first.rank < second.rank
}

/**
 * A rank by which events are chosen as if by chance, but the same ones whenever a batch is processed (FNV-1a, then the
 * mixing of MurmurHash3).
 * @returns an integer from 0 up to 2^32.
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

/** Keeps so many of the lowest events; all others are let go at once. A binary heap with the highest on top. */
export class EventReservoir {
  readonly #sizeMax: number
  readonly #heap: FloodEvent[] = []

  /** @param sizeMax at least 1. */
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

  /** Puts the higher of two on the upper place. @returns false when it was there, or there is nothing below. */
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
