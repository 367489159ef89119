import { isJsonObject, limits } from '@signalbox/contracts'

export { isJsonObject }

export type JsonReading = { ok: true; value: unknown } | { ok: false; detail: string }

const decoder = new TextDecoder()
const { jsonDepthMax } = limits.body

/** Replaces parts that are nested too deep. */
export const tooDeep = '[too deep]'

/**
 * Parses a JSON text. Invalid UTF-8, which SDKs do send, is replaced. Parts nested deeper than the limit are replaced
 * with `[too deep]` before anything walks the value, so no recursive step can exhaust the stack, and one bad field does
 * not cost the rest.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  return readJsonText(decoder.decode(bytes))
}

/** Like `readJson`, for a text. */
export function readJsonText(text: string): JsonReading {
  try {
    const value: unknown = JSON.parse(text)
    if (isNestedDeeper(value, jsonDepthMax)) cutDeepParts(value)
    return { ok: true, value }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** Descends no further than `depthMax`, so depth costs no stack. */
export function isNestedDeeper(value: unknown, depthMax: number): boolean {
  if (!isHolder(value)) return false
  if (depthMax === 0) return true
  if (!isJsonObject(value)) return Object.values(value).some((part) => isNestedDeeper(part, depthMax - 1))
  for (const name in value) {
    if (isNestedDeeper(value[name], depthMax - 1)) return true
  }
  return false
}

/** Modifies the value. Level by level, so depth costs no stack. */
function cutDeepParts(value: unknown): void {
  let level = isHolder(value) ? [value] : []
  for (let depth = 1; depth < jsonDepthMax; depth += 1) {
    level = level.flatMap((holder) => Object.values(holder).filter(isHolder))
  }
  for (const holder of level) cutParts(holder)
}

function cutParts(holder: object): void {
  for (const [key, part] of Object.entries(holder)) {
    if (isHolder(part)) Object.assign(holder, { [key]: tooDeep })
  }
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

export function isJsonArray(value: unknown): value is unknown[] {
  return Array.isArray(value)
}
