import { isJsonObject } from '@signalbox/contracts'

/** Parses an object stored as JSON. @throws Error if it is not one. */
export function readStoredObject(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json)
  if (!isJsonObject(value)) throw new Error('stored JSON is not an object')
  return value
}

/** Parses a list of strings stored as JSON. @throws Error if it is not one. */
export function readStoredTexts(json: string): string[] {
  const value: unknown = JSON.parse(json)
  if (!Array.isArray(value)) throw new Error('stored JSON is not a list')
  return value.map(String)
}
