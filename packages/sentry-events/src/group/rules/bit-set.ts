/** Bits per element of an Int32Array. */
export const wordBits = 32

export function hasBit(words: Int32Array, bit: number): boolean {
  return ((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0
}

export function setBit(words: Int32Array, bit: number): void {
  const word = bit >>> 5
  words[word] = (words[word] ?? 0) | (1 << (bit & 31))
}

/** A set of numbers below a limit. */
export class BitSet {
  readonly #words: Int32Array

  private constructor(words: Int32Array) {
    this.#words = words
  }

  /** An empty set. */
  static below(limit: number): BitSet {
    return new BitSet(new Int32Array(Math.ceil(limit / wordBits)))
  }

  has(item: number): boolean {
    return hasBit(this.#words, item)
  }

  hasAll(items: readonly number[]): boolean {
    for (const item of items) if (!this.has(item)) return false
    return true
  }

  add(item: number): void {
    setBit(this.#words, item)
  }

  delete(item: number): void {
    const word = item >>> 5
    this.#words[word] = (this.#words[word] ?? 0) & ~(1 << (item & 31))
  }

  /** @param other with the same limit. */
  addAll(other: BitSet): void {
    const others = other.#words
    for (let word = 0; word < others.length; word += 1) {
      this.#words[word] = (this.#words[word] ?? 0) | (others[word] ?? 0)
    }
  }

  copy(): BitSet {
    return new BitSet(this.#words.slice())
  }
}
