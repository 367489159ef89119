import { isJsonObject } from '@signalbox/sentry-events'

const integerLimit = 2 ** 63

/**
 * Attributes of an entry by name: each is wrapped, `{value, type, unit?}`. The value says enough; the type only tells
 * integers beyond 64 bits, which are left out, from fractions of the same size.
 * @returns an empty object when the attributes are not an object.
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

/** Numbers that are too large for a double were read as infinite. */
function isStorable(value: number, type: unknown): boolean {
  const isInteger = type !== 'double' && Number.isInteger(value)
  return Number.isFinite(value) && (!isInteger || (value < integerLimit && value >= -integerLimit))
}
