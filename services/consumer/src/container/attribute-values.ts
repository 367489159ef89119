import { isJsonObject } from '@signalbox/sentry-events'

const integerLimit = 2 ** 63

/**
 * Reads the attributes of an entry by name: each is wrapped as `{value, type, unit?}`. The value suffices; the type
 * only distinguishes integers beyond 64 bits, which are left out, from fractions of the same size.
 * @returns An empty object if the attributes aren't an object.
 */
export function readAttributeValues(attributes: unknown): Record<string, unknown> {
  if (!isJsonObject(attributes)) {
    return {}
  }
  const values = Object.entries(attributes).map(([key, attribute]): [string, unknown] => [key, valueOf(attribute)])
  return Object.fromEntries(values)
}

function valueOf(attribute: unknown): unknown {
  if (!isJsonObject(attribute)) {
    return attribute
  }
  const { value, type } = attribute
  return typeof value === 'number' && !isStorable(value, type) ? undefined : value
}

/** Numbers too large for a double were parsed as infinite. */
function isStorable(value: number, type: unknown): boolean {
  const isInteger = type !== 'double' && Number.isInteger(value)
  return Number.isFinite(value) && (!isInteger || (value < integerLimit && value >= -integerLimit))
}
