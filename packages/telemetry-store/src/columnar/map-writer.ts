import type { ColumnWriter } from './column-writer.js'
import { Dictionary, dictionaryVersion } from './dictionary.js'
import { concatenate, GrowingBytes } from './growing-bytes.js'

type Texts = Readonly<Record<string, unknown>>

/** A map whose values are encoded: its keys are indexes into the dictionary of a block. */
class EncodedMap {
  constructor(
    readonly keys: readonly string[],
    readonly values: Uint8Array,
  ) {}
}

/** Maps of texts: the end of each in the list of all keys, the keys with their dictionary, the values. */
export class MapWriter implements ColumnWriter {
  readonly type = 'Map(LowCardinality(String), String)'
  readonly #ends = new GrowingBytes()
  readonly #dictionary = new Dictionary()
  readonly #keys: number[] = []
  readonly #values = new GrowingBytes()
  #last: unknown
  #lastEncoded: EncodedMap | undefined

  prepare(value: unknown): EncodedMap {
    const map = withStorableKeys(value)
    const values = new GrowingBytes()
    for (const key in map) values.text(String(map[key]))
    return new EncodedMap(Object.keys(map), concatenate(values.pieces))
  }

  /** A map that is added repeatedly in succession is encoded once more and then copied. */
  add(value: unknown): void {
    if (value instanceof EncodedMap) this.#addEncoded(value)
    else if (value === this.#last) this.#addEncoded((this.#lastEncoded ??= this.prepare(value)))
    else {
      this.#addMap(value)
      this.#last = value
      this.#lastEncoded = undefined
    }
    this.#ends.uint64(this.#keys.length)
  }

  finish(): Uint8Array[] {
    const version = new GrowingBytes()
    version.uint64(dictionaryVersion)
    const keys = this.#keys.length === 0 ? [] : this.#dictionary.finish(this.#keys)
    return [...version.pieces, ...this.#ends.pieces, ...keys, ...this.#values.pieces]
  }

  #addEncoded({ keys, values }: EncodedMap): void {
    for (const key of keys) this.#keys.push(this.#dictionary.indexOf(key) ?? 0)
    this.#values.bytes(values)
  }

  #addMap(value: unknown): void {
    if (!isMap(value)) return
    const first = this.#keys.length
    for (const key in value) {
      const index = this.#dictionary.indexOf(key)
      if (index === undefined) {
        this.#keys.length = first
        this.#addEncoded(this.prepare(value))
        return
      }
      this.#keys.push(index)
    }
    for (const key in value) this.#values.text(String(value[key]))
  }
}

const isMap = (value: unknown): value is Texts => typeof value === 'object' && value !== null

/** Replaces lone surrogates in keys; of keys that become the same, the last has the value. */
function withStorableKeys(value: unknown): Texts {
  if (!isMap(value)) return {}
  if (Object.keys(value).every((key) => key.isWellFormed())) return value
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key.toWellFormed(), text]))
}
