import { BitSet } from './bit-set.js'

/** Number of characters that are looked up. */
const pieceLength = 4
const filterBits = 12

/**
 * Finds the patterns that a text may match in one pass over the text, by the last characters of a literal that every
 * text matching the pattern contains.
 */
export class LiteralIndex {
  /** Patterns whose literal is too short to look up: any text may match them. */
  readonly #always: BitSet
  readonly #byPiece = new Map<number, number[]>()
  /** Tells most pieces that no pattern has from the others, without a lookup. */
  readonly #filter = new Uint8Array(1 << filterBits)

  /** @param limit ids are below it. */
  constructor(literals: ReadonlyMap<number, string>, limit: number) {
    this.#always = BitSet.below(limit)
    for (const [id, literal] of literals) {
      if (literal.length < pieceLength) this.#always.add(id)
      else this.#addPiece(id, pieceAt(literal, literal.length))
    }
  }

  /** @returns ids of patterns; all others don't match. A new set. */
  find(text: string): BitSet {
    const found = this.#always.copy()
    let piece = 0
    for (let index = 0; index < text.length; index += 1) {
      piece = extend(piece, text.charCodeAt(index))
      if (this.#filter[slotOf(piece)] === 0) continue
      for (const id of this.#byPiece.get(piece) ?? []) found.add(id)
    }
    return found
  }

  #addPiece(id: number, piece: number): void {
    const known = this.#byPiece.get(piece)
    if (known === undefined) this.#byPiece.set(piece, [id])
    else known.push(id)
    this.#filter[slotOf(piece)] = 1
  }
}

/** A number for the characters before a position. */
function pieceAt(text: string, end: number): number {
  let piece = 0
  for (let index = end - pieceLength; index < end; index += 1) piece = extend(piece, text.charCodeAt(index))
  return piece
}

/** The oldest of the four characters is shifted out. */
function extend(piece: number, code: number): number {
  return (piece << 8) ^ code
}

function slotOf(piece: number): number {
  return Math.imul(piece, 0x9e3779b1) >>> (32 - filterBits)
}
