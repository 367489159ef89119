import { isJsonObject } from '@signalbox/contracts'

/** A text, number, boolean or null. */
export function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
}

/** True if two JSON values are equal, regardless of key order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]))
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
}
