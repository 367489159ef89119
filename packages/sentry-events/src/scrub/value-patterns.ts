import { findNumbers } from './digit-patterns.js'
import { findHomePaths } from './home-paths.js'
import { type Chars, filteredMark, oneOf, seek, type TextRange } from './text-range.js'

/** A single scan rules out most texts that cannot contain a secret. */
export const mayHoldSecret = /\d[\d -]{10}|:\/\/|-----BEGIN |[\\/](?:Users|home)[\\/]/

/**
 * Finds values that are secrets whatever their field's name: card numbers, US social security numbers, private keys,
 * credentials in URLs, and user names in paths of home folders.
 */
export function findSecrets(text: string, { paths = true }: { paths?: boolean } = {}): TextRange[] {
  if (!mayHoldSecret.test(text)) return []
  const ranges = [...findNumbers(text), ...findPrivateKeys(text), ...findCredentials(text)]
  return paths ? [...ranges, ...findHomePaths(text)] : ranges
}

const [keyBegin, keyEnd, dashes] = ['-----BEGIN ', '-----END ', '-----']
const labelLengthMax = 64

/** Finds private keys in PEM form with their markers; a truncated one extends to the end. */
export function findPrivateKeys(text: Chars): TextRange[] {
  const found: TextRange[] = []
  let start = text.indexOf(keyBegin)
  while (start !== -1) {
    const labelAt = start + keyBegin.length
    const label = text.slice(labelAt, labelAt + labelLengthMax)
    let next = labelAt
    if (/^[A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/.test(label)) {
      next = endOfKey(text, labelAt)
      found.push({ start, end: next, rule: 'pattern:private_key' })
    }
    start = text.indexOf(keyBegin, next)
  }
  return found
}

function endOfKey(text: Chars, from: number): number {
  const end = text.indexOf(keyEnd, from)
  if (end === -1) return text.length
  const labelAt = end + keyEnd.length
  const closing = text.slice(labelAt, labelAt + labelLengthMax).indexOf(dashes)
  return closing === -1 ? labelAt : labelAt + closing + dashes.length
}

const scheme = '://'
const endsAuthority = oneOf('/?#\\ \t\r\n"\'<>`|{}')

/** Finds `user:password` before the host of a URL. */
export function findCredentials(text: Chars): TextRange[] {
  const found: TextRange[] = []
  let schemeAt = text.indexOf(scheme)
  while (schemeAt !== -1) {
    const start = schemeAt + scheme.length
    const end = seek(text, start, endsAuthority)
    const authority = text.slice(start, end)
    const userEnd = authority.lastIndexOf('@')
    const isSecret = userEnd > 0 && authority.slice(0, userEnd).includes(':')
    if (isSecret) found.push({ start, end: start + userEnd, rule: 'pattern:url_credentials' })
    schemeAt = text.indexOf(scheme, end)
  }
  return found.filter((range) => text.slice(range.start, range.end) !== filteredMark)
}
