import { isJsonObject } from '@signalbox/contracts'

/** Reads an object that was kept as JSON. @throws Error when it is none. */
export function readKeptObject(json: string): Record<string, unknown> {
  const kept: unknown = JSON.parse(json)
  if (!isJsonObject(kept)) throw new Error('stored JSON is not an object')
  return kept
}

/** Reads a list of texts that was kept as JSON. @throws Error when it is none. */
export function readKeptTexts(json: string): string[] {
  const kept: unknown = JSON.parse(json)
  if (!Array.isArray(kept)) throw new Error('stored JSON is not a list')
  return kept.map(String)
}
