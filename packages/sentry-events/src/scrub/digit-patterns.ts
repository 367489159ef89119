import { type Chars, isDigit, isWordChar, type TextRange } from './text-range.js'

const dash = 0x2d
const dot = 0x2e
const space = 0x20

/** Groups of digits with single spaces or dashes between them. */
interface DigitRun {
  start: number
  end: number
  /** The groups; no more than a card can have. */
  groups: string[]
  isTooLong: boolean
}

/** Finds card numbers and US social security numbers. */
export function findNumbers(text: Chars): TextRange[] {
  const found: TextRange[] = []
  let at = 0
  while (at < text.length) {
    if (!isDigit(text.charCodeAt(at))) {
      at++
      continue
    }
    const run = readRun(text, at)
    at = run.end
    const range = judgeRun(text, run)
    if (range !== undefined) found.push(range)
  }
  return found
}

const runLengthMax = 32

/** Reads on to the end of the run, however long it is, so that no digit is looked at twice. */
function readRun(text: Chars, start: number): DigitRun {
  let end = start
  for (;;) {
    const code = text.charCodeAt(end)
    const isSeparator = (code === space || code === dash) && isDigit(text.charCodeAt(end + 1))
    if (!isDigit(code) && !isSeparator) break
    end++
  }
  const isTooLong = end - start > runLengthMax
  return { start, end, groups: isTooLong ? [] : text.slice(start, end).split(/[ -]/), isTooLong }
}

/** Groups that touch letters or a decimal point belong to something else: an id, a fraction. */
function judgeRun(text: Chars, { start, end, groups, isTooLong }: DigitRun): TextRange | undefined {
  if (isTooLong) return undefined
  const whole = { start, end, groups }
  if (touches(text.charCodeAt(start - 1), text.charCodeAt(start - 2))) {
    whole.start += (whole.groups.shift()?.length ?? 0) + 1
  }
  if (touches(text.charCodeAt(end), text.charCodeAt(end + 1))) {
    whole.end -= (whole.groups.pop()?.length ?? 0) + 1
  }
  const rule = ruleOf(whole.groups)
  return rule === undefined ? undefined : { start: whole.start, end: whole.end, rule }
}

function touches(next: number, beyond: number): boolean {
  return isWordChar(next) || (next === dot && isDigit(beyond))
}

function ruleOf(groups: readonly string[]): string | undefined {
  if (isCard(groups)) return 'pattern:credit_card'
  return isSocialSecurityNumber(groups) ? 'pattern:us_ssn' : undefined
}

/** As cards are printed. Groups of other lengths are those of UUIDs, phone numbers and the like. */
const cardGroups = new Set(['4-4-4-4', '4-6-5', '4-6-4', '4-4-4-4-3'])

/** Beginnings of the issuers' numbers, and how long their numbers are. */
const issuers: readonly [prefix: RegExp, lengths: readonly number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|[689])/, [14]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^(?:6011|64[4-9]|65|62)/, [16, 17, 18, 19]],
]

function isCard(groups: readonly string[]): boolean {
  if (groups.length > 1 && !cardGroups.has(groups.map(({ length }) => length).join('-'))) return false
  const digits = groups.join('')
  return (
    issuers.some(([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits)) && hasCheckDigit(digits)
  )
}

/** Luhn's sum (ISO/IEC 7812-1): every second digit from the right counts double. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.charAt(digits.length - 1 - index))
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Areas 000, 666 and 900 to 999 and zero groups were never given out. */
function isSocialSecurityNumber([area = '', group = '', serial = '', ...others]: readonly string[]): boolean {
  const hasForm = area.length === 3 && group.length === 2 && serial.length === 4 && others.length === 0
  return hasForm && !/^(?:000|666|9)/.test(area) && group !== '00' && serial !== '0000'
}
