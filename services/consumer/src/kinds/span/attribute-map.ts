import { limits } from '@signalbox/contracts'

const { attributesMax, attributeKeyLengthMax, attributeValueLengthMax } = limits.span

const loneSurrogate = /\p{Surrogate}/u
const loneSurrogates = /\p{Surrogate}/gu

/** Cuts a text to a length in characters and replaces lone surrogates, which no UTF-8 text can hold. */
export function boundText(text: string, lengthMax: number): string {
  const cut = text.length > lengthMax ? text.slice(0, lengthMax) : text
  return loneSurrogate.test(cut) ? cut.replace(loneSurrogates, '\ufffd') : cut
}

/** Attributes of one span as they are stored: text values, bounded in number and length. The first of a key wins. */
export class AttributeMap {
  readonly #values: Record<string, string> = {}
  #size = 0

  /** Adds one attribute; absent values (null and undefined) and those beyond the limit are left out. */
  set(key: string, value: unknown): void {
    if (value === null || value === undefined || this.#size >= attributesMax) {
      return
    }
    const boundKey = boundText(key, attributeKeyLengthMax)
    if (boundKey === '__proto__' || boundKey === '' || Object.hasOwn(this.#values, boundKey)) {
      return
    }
    this.#values[boundKey] = boundText(toText(value), attributeValueLengthMax)
    this.#size += 1
  }

  /** Adds the fields of an object; anything else is left out. */
  setAll(fields: unknown): void {
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      return
    }
    for (const [key, value] of Object.entries(fields)) {
      this.set(key, value)
    }
  }

  toRecord(): Record<string, string> {
    return this.#values
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
