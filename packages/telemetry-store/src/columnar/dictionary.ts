import { GrowingBytes } from './growing-bytes.js'

/** Written once before a column with a dictionary. */
export const dictionaryVersion = 1
/** Says that the block has its own dictionary. Bits below it: log2 of the bytes of an index. */
const ownDictionary = 0x200

/** The distinct texts of a column, which it refers to by index. */
export class Dictionary {
  readonly #indexes = new Map<string, number>()
  readonly #texts = new GrowingBytes()

  /** @returns undefined for a text with lone surrogates, which must be replaced first. */
  indexOf(text: string): number | undefined {
    return this.#indexes.get(text) ?? this.#add(text)
  }

  /** @returns the dictionary and the indexes into it in ClickHouse's Native format, in pieces. */
  finish(indexes: readonly number[]): Uint8Array[] {
    const { log2Bytes, narrow } = indexesFor(this.#indexes.size)
    const [head, count] = [new GrowingBytes(), new GrowingBytes()]
    for (const word of [ownDictionary | log2Bytes, this.#indexes.size]) head.uint64(word)
    count.uint64(indexes.length)
    return [...head.pieces, ...this.#texts.pieces, ...count.pieces, narrow(indexes)]
  }

  #add(text: string): number | undefined {
    if (!text.isWellFormed()) return undefined
    const index = this.#indexes.size
    this.#indexes.set(text, index)
    this.#texts.text(text)
    return index
  }
}

/** Chooses the narrowest indexes into a dictionary. */
function indexesFor(size: number): { log2Bytes: number; narrow: (indexes: readonly number[]) => Uint8Array } {
  if (size <= 0x100) return { log2Bytes: 0, narrow: (indexes) => new Uint8Array(indexes) }
  if (size <= 0x1_0000) return { log2Bytes: 1, narrow: (indexes) => bytesOf(new Uint16Array(indexes)) }
  return { log2Bytes: 2, narrow: (indexes) => bytesOf(new Uint32Array(indexes)) }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)
