import { BodyError } from './body-error.js'

/** Collects the pieces of a body while it is inflated and refuses it as soon as it grows too large. */
export class InflatedBody {
  /** Why the body was given up; undefined as long as it is not. */
  refusal: Error | undefined
  readonly #pieces: Uint8Array[] = []
  readonly #options: { bytesMax: number; reserve?: (bytes: number) => void }
  #bytes = 0

  constructor(options: { bytesMax: number; reserve?: (bytes: number) => void }) {
    this.#options = options
  }

  /** Bytes that there may be. */
  get bytesMax(): number {
    return this.#options.bytesMax
  }

  /** Bytes collected so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** @throws BodyError `too-large`, or what `reserve` throws; either is kept in `refusal`. */
  add(piece: Uint8Array): void {
    this.#bytes += piece.length
    try {
      if (this.#bytes > this.#options.bytesMax) throw new BodyError('too-large')
      this.#options.reserve?.(piece.length)
    } catch (error) {
      this.refusal = error instanceof Error ? error : new BodyError('too-large', { cause: error })
      throw this.refusal
    }
    this.#pieces.push(piece)
  }

  join(): Uint8Array {
    const [first] = this.#pieces
    return this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces, this.#bytes)
  }
}
