import { limits } from '@signalbox/contracts'
import { cleanText } from './clean-text.js'

const { tagKeyLengthMax, tagValueLengthMax } = limits.event
const keyForm = /^[a-zA-Z0-9_.:-]+$/

/** Names that the event's own fields provide. */
const reservedKeys = new Set(['release', 'dist', 'user', 'filename', 'function'])

/**
 * Reads tags as SDKs send them: an object or a list of [key, value] pairs. Spaces in keys become `-`; the first of
 * duplicate keys wins. A tag is dropped if its key has other characters or is reserved, if its value is not a scalar,
 * or if a text is empty or too long; a null value becomes the empty text.
 * @param onLeftOut called with the key of each dropped tag; with the empty text if the key is not text.
 * @returns an empty object for anything else.
 */
export function normalizeTags(value: unknown, onLeftOut?: (key: string) => void): Record<string, string> {
  const tags: Record<string, string> = {}
  for (const [rawKey, rawValue] of pairsOf(value)) {
    const key = normalizeKey(rawKey)
    const text = key === undefined ? undefined : normalizeValue(rawValue)
    if (key === undefined || text === undefined) onLeftOut?.(scalarText(rawKey) ?? '')
    else if (!Object.hasOwn(tags, key)) tags[key] = text
  }
  return tags
}

function pairsOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (Array.isArray(value)) {
    return value.filter((pair: unknown) => Array.isArray(pair)).map((pair: unknown[]) => [pair[0], pair[1]])
  }
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function normalizeKey(value: unknown): string | undefined {
  const text = scalarText(value)?.trim()
  if (text === undefined || text === '' || text.length > tagKeyLengthMax) {
    return undefined
  }
  const key = text.replaceAll(' ', '-')
  // As a property name of a plain object, it would be lost.
  const isUsable = keyForm.test(key) && !reservedKeys.has(key) && key !== '__proto__'
  return isUsable ? key : undefined
}

function normalizeValue(value: unknown): string | undefined {
  if (value === null || value === undefined) {
    return ''
  }
  const raw = scalarText(value)
  if (raw === undefined || raw.length > 2 * tagValueLengthMax) {
    return undefined
  }
  const text = cleanText(raw, raw.length).trim()
  return text === '' || text.length > tagValueLengthMax ? undefined : text
}

/**
 * Text of a scalar in tags and fingerprints: booleans are `True` and `False` and floats are truncated to integers, as
 * SDK users expect.
 * @returns undefined for null, objects and lists.
 */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(Math.trunc(value))
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return undefined
}
