import { limits } from '@signalbox/contracts'
import { cleanText } from './clean-text.js'

const { tagKeyLengthMax, tagValueLengthMax } = limits.event
const keyForm = /^[a-zA-Z0-9_.:-]+$/

/** Names that the event's own fields answer. */
const reservedKeys = new Set(['release', 'dist', 'user', 'filename', 'function'])

/**
 * Reads tags as SDKs send them: an object or a list of [key, value] pairs. Spaces in keys become `-`; the first of a
 * key wins. A tag with a key of other characters, with a reserved key, with a value that is not a scalar, or with an
 * empty or too long text is left out; a null value is kept as the empty text.
 * @param onLeftOut is told the key of each tag that is left out; of keys that are not text, the empty text.
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
  // As a name of a plain object's property it would be lost.
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
 * The text that stands for a scalar in tags and fingerprints: booleans are `True` and `False`, floats are cut to
 * integers, as every SDK's users know them.
 * @returns undefined for null, objects and lists.
 */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(Math.trunc(value))
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return undefined
}
