import { randomInt } from 'node:crypto'
import { identitySeparator } from '@signalbox/telemetry-store/rows'

/** Every identity starts with organization and project. */
const scopeWidth = 2
const separator = identitySeparator.charCodeAt(0)
const slotsAtFirst = 64
const unitsAtFirst = 4_096
/** Random, so that senders who choose ids cannot provoke hash collisions, which are slow to search. */
const seed = randomInt(2 ** 32) | 1

/** Identities in columns, in insertion order. Plain data. */
export interface IdentityColumns {
  /** Organizations and projects, joined. */
  scopes: readonly string[]
  /** All identities, concatenated: the number of the scope, then the characters of the other values, joined. */
  units: Uint16Array<ArrayBuffer>
  /** End of each identity in the units. */
  ends: Uint32Array
  /** Two words per identity. Equal for equal identities, and almost never for different ones. */
  hashes: Uint32Array
}

/**
 * Distinct identities of the rows of one table. It is consulted for every row of a batch, so it stores characters
 * rather than strings, which would outlive their rows, and hashes them while copying.
 */
export class IdentitySet {
  readonly #scopes = new Scopes()
  readonly #ends: number[] = []
  readonly #hashes: number[] = []
  #units = new Uint16Array(unitsAtFirst)
  /** Index of an identity plus one; 0 is free. The size is a power of two, at most half full. */
  #slots = new Int32Array(slotsAtFirst)

  get size(): number {
    return this.#ends.length
  }

  /** @returns false if it is already present. */
  add(values: readonly string[]): boolean {
    const start = this.#ends.at(-1) ?? 0
    const { end, place, mark } = this.#write(values, start)
    const last = this.#slots.length - 1
    let slot = scatter(place, mark) & last
    for (let taken = this.#slots[slot]; taken; taken = this.#slots[slot]) {
      if (this.#hashes[taken * 2 - 1] === mark && this.#isAt(taken - 1, start, end)) return false
      slot = (slot + 1) & last
    }
    this.#ends.push(end)
    this.#hashes.push(place, mark)
    this.#slots[slot] = this.size
    if (this.size * 2 > this.#slots.length) this.#index(this.#slots.length * 2)
    return true
  }

  /** Removes everything added since the set had that size. */
  truncate(size: number): void {
    if (size === this.size) return
    this.#ends.length = size
    this.#hashes.length = size * 2
    this.#index(this.#slots.length)
  }

  toColumns(): IdentityColumns {
    return {
      scopes: this.#scopes.texts,
      units: this.#units.slice(0, this.#ends.at(-1) ?? 0),
      ends: Uint32Array.from(this.#ends),
      hashes: Uint32Array.from(this.#hashes),
    }
  }

  /** Writes behind all others, where it stays if it is new. Hashed by FNV-1a with two seeds and a final mix. */
  #write(values: readonly string[], start: number): { end: number; place: number; mark: number } {
    const units = this.#reserve(values, start)
    let end = start
    units[end++] = this.#scopes.numberOf(values[0] ?? '', values[1] ?? '')
    let one = 0x811c9dc5
    let two = 0x01000193
    for (let position = scopeWidth; position < values.length; position += 1) {
      const value = values[position] ?? ''
      if (position > scopeWidth) units[end++] = separator
      for (let index = 0; index < value.length; index += 1) {
        const code = value.charCodeAt(index)
        units[end++] = code
        one = Math.imul(one ^ code, 0x01000193)
        two = Math.imul(two ^ code, 0x5bd1e995)
      }
    }
    return { end, place: (one ^ (one >>> 13)) >>> 0, mark: (two ^ (two >>> 15)) >>> 0 }
  }

  #reserve(values: readonly string[], start: number): Uint16Array {
    let length = start + values.length
    for (const value of values) length += value.length
    if (length > this.#units.length) {
      const grown = new Uint16Array(length * 2)
      grown.set(this.#units)
      this.#units = grown
    }
    return this.#units
  }

  /** True if the identity equals what was written there. */
  #isAt(index: number, start: number, end: number): boolean {
    const other = index === 0 ? 0 : (this.#ends[index - 1] ?? 0)
    if ((this.#ends[index] ?? 0) - other !== end - start) return false
    const units = this.#units
    for (let unit = start; unit < end; unit += 1) {
      if (units[unit] !== units[other + unit - start]) return false
    }
    return true
  }

  #index(length: number): void {
    const last = length - 1
    this.#slots = new Int32Array(length)
    for (let index = 0; index < this.size; index += 1) {
      let slot = scatter(this.#hashes[index * 2] ?? 0, this.#hashes[index * 2 + 1] ?? 0) & last
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last
      this.#slots[slot] = index + 1
    }
  }
}

/** Slot of an identity by its hash: any number, the same within a process. */
export function scatter(place: number, mark: number): number {
  const mixed = Math.imul(place ^ Math.imul(mark, seed), 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

/** Numbers pairs of organization and project; a batch has few enough for two bytes. */
class Scopes {
  readonly texts: string[] = []
  readonly #numbers = new Map<string, number>()
  #organization: string | undefined
  #project: string | undefined
  #number = 0

  numberOf(organization: string, project: string): number {
    if (organization === this.#organization && project === this.#project) return this.#number
    const text = organization + identitySeparator + project
    let number = this.#numbers.get(text)
    if (number === undefined) this.#numbers.set(text, (number = this.texts.push(text) - 1))
    this.#organization = organization
    this.#project = project
    this.#number = number
    return number
  }
}

/** An identity in the store's form: values joined by `identitySeparator`. */
export function readIdentity({ scopes, units, ends }: IdentityColumns, index: number): string {
  const start = index === 0 ? 0 : (ends[index - 1] ?? 0)
  const own = Buffer.from(units.buffer, (start + 1) * 2, ((ends[index] ?? 0) - start - 1) * 2)
  return (scopes[units[start] ?? 0] ?? '') + identitySeparator + own.toString('utf16le')
}
