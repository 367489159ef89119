import { cleanText, scalarText } from '../protocol/index.js'
import { isJsonObject } from '../read-json.js'

/** @returns the cleaned and truncated text; empty for anything but text. */
export function readText(value: unknown, lengthMax: number): string {
  return typeof value === 'string' ? cleanText(value, lengthMax) : ''
}

/** Like `readText`, but also accepts numbers and booleans: SDKs send ids and versions as either. */
export function readScalar(value: unknown, lengthMax: number): string {
  return readText(typeof value === 'number' ? String(value) : scalarText(value), lengthMax)
}

/** @returns undefined for anything but a non-negative integer. */
export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** @returns the elements of a list or of `{values: list}`, without nulls, which count as absent. */
export function readValues(value: unknown): unknown[] {
  const list = isJsonObject(value) ? value['values'] : value
  return Array.isArray(list) ? list.filter((element: unknown) => element !== null) : []
}
