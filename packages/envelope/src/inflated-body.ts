import { BodyError } from './body-error.js'

/** Collects the chunks of a body while it is inflated, and aborts as soon as it grows too large. */
export class InflatedBody {
  /** Why inflation was aborted, if it was. */
  refusal: Error | undefined
  readonly #pieces: Uint8Array[] = []
  readonly #options: { bytesMax: number; reserve?: (bytes: number) => void }
  #bytes = 0

  constructor(options: { bytesMax: number; reserve?: (bytes: number) => void }) {
    this.#options = options
  }

  /** Maximum size in bytes. */
  get bytesMax(): number {
    return this.#options.bytesMax
  }

  /** Bytes collected so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** @throws BodyError `too-large`, or whatever `reserve` throws; also stored in `refusal`. */
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
