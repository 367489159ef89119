import { isDeeperThan, limits } from '@signalbox/contracts'

export type JsonReading = { ok: true; value: unknown } | { ok: false; detail: string }

const decoder = new TextDecoder()

/**
 * Reads a JSON text. Invalid UTF-8 is replaced, as SDKs send it. Text that is nested deeper than the limit is invalid:
 * it is found before anything walks the value, so that no recursive step can exhaust the stack.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  if (isDeeperThan(bytes, limits.body.jsonDepthMax)) {
    return { ok: false, detail: `JSON is nested deeper than ${limits.body.jsonDepthMax} levels` }
  }
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    return { ok: true, value }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** True for JSON objects: not for null and arrays. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonArray(value: unknown): value is unknown[] {
  return Array.isArray(value)
}
