import { limits } from '@signalbox/contracts'
import { cleanText } from '@signalbox/sentry-events'

const { attributesMax, attributeKeyLengthMax, attributeValueLengthMax } = limits.span

/** Attributes of a span or entry as stored: text, bounded in number and length. The first value of a key wins. */
export class AttributeMap {
  readonly #values: Record<string, string> = {}
  #size = 0

  /** Adds an attribute; absent values (null and undefined) and those beyond the limit are left out. */
  set(key: string, value: unknown): void {
    if (value === null || value === undefined || this.#size >= attributesMax) {
      return
    }
    const cleanKey = cleanText(key, attributeKeyLengthMax)
    if (cleanKey === '__proto__' || cleanKey === '' || Object.hasOwn(this.#values, cleanKey)) {
      return
    }
    this.#values[cleanKey] = cleanText(toText(value), attributeValueLengthMax)
    this.#size += 1
  }

  /** Adds the fields of an object; ignores anything else. */
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
