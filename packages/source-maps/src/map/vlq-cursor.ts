import { MalformedSourceMapError } from './source-map.js'

const notADigit = 255
const digitValues = createDigitValues()

/** Reads Base64 VLQ numbers from mappings. */
export class VlqCursor {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** The character code at the cursor. */
  peek(): number {
    return this.#text.charCodeAt(this.#at)
  }

  skip(): void {
    this.#at += 1
  }

  /** @throws MalformedSourceMapError if there is no 32-bit number at the cursor. */
  readNumber(): number {
    let value = 0
    for (let shift = 0; shift <= 30; shift += 5) {
      const digit = this.isAtEnd() ? notADigit : (digitValues[this.peek()] ?? notADigit)
      if (digit === notADigit) throw new MalformedSourceMapError('the mappings contain an invalid base64 number')
      this.#at += 1
      value |= (digit & 31) << shift
      if ((digit & 32) === 0) return (value & 1) === 1 ? -(value >>> 1) : value >>> 1
    }
    throw new MalformedSourceMapError('the mappings contain a number that exceeds 32 bits')
  }
}

function createDigitValues(): Uint8Array {
  const values = new Uint8Array(128).fill(notADigit)
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  for (let index = 0; index < digits.length; index += 1) values[digits.charCodeAt(index)] = index
  return values
}
