import { limits } from '@signalbox/contracts'

export type JsonReading = { ok: true; value: unknown } | { ok: false; detail: string }

const decoder = new TextDecoder()

const quote = 0x22
const backslash = 0x5c

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

function isDeeperThan(bytes: Uint8Array, depthMax: number): boolean {
  let depth = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte === quote) {
      index = endOfString(bytes, index + 1)
    } else if (isOpening(byte)) {
      depth += 1
      if (depth > depthMax) return true
    } else if (isClosing(byte)) {
      depth -= 1
    }
  }
  return false
}

/** Index of the closing quote; the length when there is none. */
function endOfString(bytes: Uint8Array, from: number): number {
  let index = from
  while (index < bytes.length && bytes[index] !== quote) {
    index += bytes[index] === backslash ? 2 : 1
  }
  return index
}

/** `{` or `[`: they differ in one bit. */
function isOpening(byte: number): boolean {
  return (byte | 0x20) === 0x7b
}

function isClosing(byte: number): boolean {
  return (byte | 0x20) === 0x7d
}

/** True for JSON objects: not for null and arrays. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonArray(value: unknown): value is unknown[] {
  return Array.isArray(value)
}
