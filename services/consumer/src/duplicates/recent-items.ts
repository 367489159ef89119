/** Slots of one half: a power of two, filled to three quarters at most. */
const slotsPerItem = 4 / 3

/**
 * Remembers identities of the last items in a bounded room, 32 bits of each beside its place: one in billions is taken
 * for another one, which costs a question to the store and no more. When the newer half is full, the older is forgotten.
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

  /** @param halfMax Items of each half. */
  constructor(halfMax: number) {
    this.#halfMax = halfMax
    this.#slots = 2 ** Math.ceil(Math.log2(halfMax * slotsPerItem))
  }

  /** Newest time of what was forgotten, Unix milliseconds: nothing is known of items that old. */
  get forgottenUntil(): number {
    return this.#forgottenUntil
  }

  /** @returns whether the item may have been added before; false is certain for what is newer than was forgotten. */
  add(identity: string, time: number): boolean {
    this.#newer ??= new Uint32Array(this.#slots)
    const { place, mark } = hash(identity)
    const isInOlder = this.#older !== undefined && find(this.#older, place, mark).isFound
    const { slot, isFound } = find(this.#newer, place, mark)
    if (!isFound) this.#insert(this.#newer, slot, mark, time)
    return isFound || isInOlder
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

/** Where the mark is, or the free slot where it belongs. */
function find(slots: Uint32Array, place: number, mark: number): { slot: number; isFound: boolean } {
  const last = slots.length - 1
  let slot = place & last
  while (slots[slot] !== 0 && slots[slot] !== mark) slot = (slot + 1) & last
  return { slot, isFound: slots[slot] === mark }
}

/** Characters at the end that are looked at: those of ids, which are random. */
const hashedLength = 48

/** FNV-1a over the characters with two seeds, mixed at the end. */
function hash(identity: string): { place: number; mark: number } {
  let one = 0x811c9dc5
  let two = 0x01000193
  for (let index = Math.max(0, identity.length - hashedLength); index < identity.length; index += 1) {
    const code = identity.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    two = Math.imul(two ^ code, 0x5bd1e995)
  }
  two ^= two >>> 15
  // Zero marks a free slot.
  return { place: (one ^ (one >>> 13)) >>> 0, mark: two >>> 0 || 1 }
}
