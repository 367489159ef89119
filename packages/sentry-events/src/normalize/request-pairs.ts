import { cleanText, scalarText } from '../protocol/index.js'
import type { Place } from './changes.js'
import { isPresent } from './fields.js'

type Pair = [name: string, value: string]

const pairsMax = 200
const nameLengthMax = 200
export const pairValueLengthMax = 2_048

interface PairLimits {
  /** Separator between pairs of a text; undefined if there is no text form. */
  separator: '&' | ';' | undefined
  /** Characters of all names and values, plus one between each two. */
  sizeMax: number
}

/**
 * Reads names and values as SDKs send query strings, headers and cookies: a text, an object or a list of pairs. A list
 * of values means a repeated name. Beyond the limit, the first pairs stay.
 */
export function readPairs(value: unknown, { separator, sizeMax }: PairLimits, place: Place): Pair[] {
  if (typeof value === 'string') {
    return separator === undefined ? wrongType(place) : withinSize(splitText(value, separator, sizeMax), sizeMax, place)
  }
  if (typeof value !== 'object' || value === null) {
    return isPresent(value) ? wrongType(place) : []
  }
  const pairs: unknown[] = Array.isArray(value) ? value : Object.entries(value)
  return withinSize(pairs.slice(0, pairsMax + 1).flatMap(readPair), sizeMax, place)
}

function wrongType(place: Place): Pair[] {
  place.note('wrong_type')
  return []
}

function readPair(pair: unknown): Pair[] {
  const parts: unknown[] = Array.isArray(pair) ? pair : []
  const [name, value] = parts
  if (typeof name !== 'string') {
    return []
  }
  const clean = cleanText(name, nameLengthMax)
  const values: unknown[] = Array.isArray(value) ? value.slice(0, pairsMax + 1) : [value]
  return values.map((one) => [clean, cleanText(scalarText(one) ?? '', pairValueLengthMax)])
}

/** The last value that begins within the size is truncated. */
function withinSize(pairs: readonly Pair[], sizeMax: number, place: Place): Pair[] {
  const kept: Pair[] = []
  let left = sizeMax
  for (const [name, value] of pairs) {
    left -= name.length + 1
    if (left < 0 || kept.length === pairsMax) break
    const text = value.length <= left ? value : cleanText(value, left)
    if (text.length < value.length) place.note('cut')
    kept.push([name, text])
    left -= text.length + 1
  }
  if (kept.length < pairs.length) place.note('left_out')
  return kept
}

/** Text far beyond the size is never read: an encoded character takes up to twelve. */
function splitText(text: string, separator: '&' | ';', sizeMax: number): Pair[] {
  const start = text.startsWith('?') ? 1 : 0
  const pairs = text.slice(start, start + 12 * (sizeMax + 1)).split(separator)
  const sent = pairs.filter((pair) => pair.trim() !== '').slice(0, pairsMax + 1)
  return sent.map((pair) => splitPair(pair.trim(), separator === '&'))
}

function splitPair(pair: string, isEncoded: boolean): Pair {
  const at = pair.indexOf('=')
  const name = at === -1 ? pair : pair.slice(0, at)
  const value = at === -1 ? '' : pair.slice(at + 1)
  const [nameText, valueText] = isEncoded ? [decodePart(name), decodePart(value)] : [name, value]
  return [cleanText(nameText, nameLengthMax), cleanText(valueText, pairValueLengthMax)]
}

function decodePart(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) {
    return spaced
  }
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Not valid percent-encoding: stored as sent.
    return spaced
  }
}
