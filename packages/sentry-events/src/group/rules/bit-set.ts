const wordBits = 32

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
    return ((this.#words[item >>> 5] ?? 0) & (1 << (item & 31))) !== 0
  }

  hasAll(items: readonly number[]): boolean {
    for (const item of items) if (!this.has(item)) return false
    return true
  }

  add(item: number): void {
    const word = item >>> 5
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (item & 31))
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
