import { cleanText, scalarText } from '../protocol/index.js'
import { readText } from './read-field.js'

type Pair = [name: string, value: string]

const pairsMax = 200
const nameLengthMax = 200
const valueLengthMax = 2_048
const textLengthMax = 8_192

/**
 * Reads names and values as SDKs send query strings, headers and cookies: a text, an object or a list of pairs.
 * A list of values stands for a name that is repeated.
 * @param separator between the pairs of a text; undefined when there is no form as text.
 */
export function readPairs(value: unknown, separator: '&' | ';' | undefined): Pair[] {
  if (typeof value === 'string') {
    return separator === undefined ? [] : splitText(readText(value, textLengthMax), separator)
  }
  if (typeof value !== 'object' || value === null) {
    return []
  }
  const pairs: unknown[] = Array.isArray(value) ? value : Object.entries(value)
  return pairs.slice(0, pairsMax).flatMap(readPair).slice(0, pairsMax)
}

function readPair(pair: unknown): Pair[] {
  const [name, value] = Array.isArray(pair) ? (pair as unknown[]) : []
  if (typeof name !== 'string') {
    return []
  }
  const values: unknown[] = Array.isArray(value) ? value.slice(0, pairsMax) : [value]
  return values.map((one) => [cleanText(name, nameLengthMax), cleanText(scalarText(one) ?? '', valueLengthMax)])
}

function splitText(text: string, separator: '&' | ';'): Pair[] {
  const pairs = (text.startsWith('?') ? text.slice(1) : text).split(separator, pairsMax)
  return pairs.filter((pair) => pair.trim() !== '').map((pair) => splitPair(pair.trim(), separator === '&'))
}

function splitPair(pair: string, isEncoded: boolean): Pair {
  const at = pair.indexOf('=')
  const name = at === -1 ? pair : pair.slice(0, at)
  const value = at === -1 ? '' : pair.slice(at + 1)
  return isEncoded ? [decodePart(name), decodePart(value)] : [name, value]
}

function decodePart(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) {
    return spaced
  }
  try {
    return cleanText(decodeURIComponent(spaced), valueLengthMax)
  } catch {
    // Not an encoded text: it is kept as it was sent.
    return spaced
  }
}
