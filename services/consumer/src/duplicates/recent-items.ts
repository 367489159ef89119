import { scatter } from '../batch/identity-set.js'

/** Slots per item in one half: a power of two, at most three quarters full. */
const slotsPerItem = 4 / 3

/** The two words that identify an item; see `IdentityColumns`. */
export interface ItemHash {
  place: number
  mark: number
}

interface RecentItem extends ItemHash {
  /** Unix milliseconds. */
  time: number
}

/**
 * Remembers the latest items in bounded memory, as 32 bits each plus the slot. One item in billions is mistaken for
 * another, which only costs a query to the store. When the newer half is full, the older one is evicted.
 */
export class RecentItems {
  readonly #halfMax: number
  readonly #slots: number
  #newer: Uint32Array | undefined
  #older: Uint32Array | undefined
  #newerCount = 0
  #newerLast = 0
  #olderLast = 0
  #forgottenUntil = 0

  /** @param halfMax Items per half. */
  constructor(halfMax: number) {
    this.#halfMax = halfMax
    this.#slots = 2 ** Math.ceil(Math.log2(halfMax * slotsPerItem))
  }

  /** Latest time among evicted items, Unix milliseconds: nothing is known about items that old. */
  get forgottenUntil(): number {
    return this.#forgottenUntil
  }

  /** @returns Whether the item may have been added before; false is certain for items newer than the evicted ones. */
  add({ place, mark, time }: RecentItem): boolean {
    this.#newer ??= new Uint32Array(this.#slots)
    const start = scatter(place, mark)
    // Zero marks a free slot.
    const kept = mark || 1
    const isInOlder = this.#older !== undefined && find(this.#older, start, kept).isFound
    const { slot, isFound } = find(this.#newer, start, kept)
    if (!isFound) this.#insert(this.#newer, slot, kept, time)
    return isFound || isInOlder
  }

  /** Like `add`, but adds nothing. */
  has({ place, mark }: ItemHash): boolean {
    const start = scatter(place, mark)
    const kept = mark || 1
    return [this.#newer, this.#older].some((slots) => slots !== undefined && find(slots, start, kept).isFound)
  }

  #insert(newer: Uint32Array, slot: number, mark: number, time: number): void {
    newer[slot] = mark
    this.#newerCount += 1
    this.#newerLast = Math.max(this.#newerLast, time)
    if (this.#newerCount < this.#halfMax) return
    if (this.#older) this.#forgottenUntil = Math.max(this.#forgottenUntil, this.#olderLast)
    this.#older = newer
    this.#olderLast = this.#newerLast
    this.#newer = undefined
    this.#newerCount = 0
    this.#newerLast = 0
  }
}

/** The slot with the mark, or the free slot where it belongs. */
function find(slots: Uint32Array, place: number, mark: number): { slot: number; isFound: boolean } {
  const last = slots.length - 1
  let slot = place & last
  while (slots[slot] !== 0 && slots[slot] !== mark) slot = (slot + 1) & last
  return { slot, isFound: slots[slot] === mark }
}
