import { isJsonObject } from '@signalbox/contracts'

/** Parses an object stored as JSON. @throws Error if it is not one. */
export function readKeptObject(json: string): Record<string, unknown> {
  const kept: unknown = JSON.parse(json)
  if (!isJsonObject(kept)) throw new Error('stored JSON is not an object')
  return kept
}

/** Parses a list of strings stored as JSON. @throws Error if it is not one. */
export function readKeptTexts(json: string): string[] {
  const kept: unknown = JSON.parse(json)
  if (!Array.isArray(kept)) throw new Error('stored JSON is not a list')
  return kept.map(String)
}
