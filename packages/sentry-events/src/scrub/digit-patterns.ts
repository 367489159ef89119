import { type Chars, isDigit, isWordChar, seek, type TextRange } from './text-range.js'

const dash = 0x2d
const dot = 0x2e
const space = 0x20

/** Consecutive digits. */
interface DigitGroup {
  start: number
  end: number
  digits: string
}

/** Finds card numbers and US social security numbers. */
export function findNumbers(text: Chars): TextRange[] {
  const found: TextRange[] = []
  let at = seek(text, 0, isDigit)
  while (at < text.length) {
    const groups = readGroups(text, at)
    found.push(...findInRun(text, groups))
    at = seek(text, groups.at(-1)?.end ?? at + 1, isDigit)
  }
  return found
}

/** Longer than any number searched for; longer groups are truncated. */
const digitsMax = 24

/** The groups from the first digit on, separated by single spaces or dashes. */
function readGroups(text: Chars, first: number): DigitGroup[] {
  const groups: DigitGroup[] = []
  for (let start = first; ;) {
    const end = seek(text, start, (code) => !isDigit(code))
    groups.push({ start, end, digits: text.slice(start, Math.min(end, start + digitsMax)) })
    if (!isSeparator(text.charCodeAt(end)) || !isDigit(text.charCodeAt(end + 1))) return groups
    start = end + 1
  }
}

function isSeparator(code: number): boolean {
  return code === space || code === dash
}

/** Common layouts of numbers: digits per group. */
const layouts: readonly { lengths: readonly number[]; rule: string; isValid: (digits: string) => boolean }[] = [
  ...[
    [4, 4, 4, 4, 3],
    [4, 4, 4, 4],
    [4, 6, 5],
    [4, 6, 4],
  ].map((lengths) => ({
    lengths,
    rule: 'pattern:credit_card',
    isValid: isCard,
  })),
  { lengths: [3, 2, 4], rule: 'pattern:us_ssn', isValid: isSocialSecurityNumber },
]

function findInRun(text: Chars, groups: readonly DigitGroup[]): TextRange[] {
  const found: TextRange[] = []
  for (let index = 0; index < groups.length;) {
    const match = findAt(text, groups, index)
    if (match !== undefined) found.push(match.range)
    index += match?.count ?? 1
  }
  return found
}

function findAt(text: Chars, groups: readonly DigitGroup[], index: number) {
  const group = groups[index]
  if (group !== undefined && isCard(group.digits) && standsAlone(text, group.start, group.end)) {
    return { range: { start: group.start, end: group.end, rule: 'pattern:credit_card' }, count: 1 }
  }
  for (const { lengths, rule, isValid } of layouts) {
    const window = groups.slice(index, index + lengths.length)
    const [start, end] = [window[0]?.start ?? 0, window.at(-1)?.end ?? 0]
    const isLaidOut = lengths.every((length, at) => window[at]?.digits.length === length)
    const isOne = isLaidOut && isSeparatedAlike(text, window) && standsAlone(text, start, end)
    if (isOne && isValid(window.map(({ digits }) => digits).join(''))) {
      return { range: { start, end, rule }, count: lengths.length }
    }
  }
  return undefined
}

function isSeparatedAlike(text: Chars, groups: readonly DigitGroup[]): boolean {
  const separator = text.charCodeAt(groups[0]?.end ?? 0)
  return groups.slice(0, -1).every(({ end }) => text.charCodeAt(end) === separator)
}

/** Digits next to letters, a decimal point, or more digits after a dash belong to an id or a fraction. */
function standsAlone(text: Chars, start: number, end: number): boolean {
  return (
    !touches(text.charCodeAt(start - 1), text.charCodeAt(start - 2)) &&
    !touches(text.charCodeAt(end), text.charCodeAt(end + 1))
  )
}

function touches(next: number, beyond: number): boolean {
  return isWordChar(next) || ((next === dot || next === dash) && isDigit(beyond))
}

/** Prefixes of issuers and the lengths of their numbers. */
const issuers: readonly [prefix: RegExp, lengths: readonly number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|[689])/, [14]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^(?:6011|64[4-9]|65|62)/, [16, 17, 18, 19]],
]

function isCard(digits: string): boolean {
  return (
    issuers.some(([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits)) && hasCheckDigit(digits)
  )
}

/** Luhn checksum (ISO/IEC 7812-1): every second digit from the right counts double. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.charAt(digits.length - 1 - index))
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Areas 000, 666 and 900 to 999 and zero groups were never issued. */
function isSocialSecurityNumber(digits: string): boolean {
  return !/^(?:000|666|9)|^...00|0000$/.test(digits)
}
