import { firstLines, replaceIn, replacements, type Replacement } from '../value.js'

/** How SDKs introduce a thrown non-error; the value or the object's keys follow. */
const introductions: readonly Replacement[] = [
  {
    by: 'thrown with keys: ',
    hint: /captured/,
    pattern:
      /^(?:Object captured as (?:exception|promise rejection)|Non-Error (?:promise rejection|exception) captured) with keys?: /,
  },
  { by: '', hint: /captured/, pattern: /^Non-Error (?:promise rejection|exception) captured with value: /g },
  { by: '', hint: /^Uncaught/, pattern: /^Uncaught (?:\(in promise\) )?(?:[A-Z]\w{0,60}: )?/g },
  { by: '$1', hint: /^[‘'"]/, pattern: /^(?:'([^']{1,1000})'|"([^"]{1,1000})")$/g },
]

/** Numbers that act as names: HTTP statuses, errors, signals and exit codes. */
const named =
  /\b(status(?: code)?|http(?:\/[\d.]{1,3})?(?: error)?|response code|errno|os error|exit (?:code|status)|signal|sqlstate)([\s:=[(#]{1,3})([45]\d\d\b|[0-9A-Z]{1,5}\b(?!\.\d))/gi
/** An HTTP status not labeled as such: `stock answered 503 for /items`. */
const answered =
  /\b((?:answered|returned|responded|replied|got|gave|received|failed|rejected)(?: with)?(?: an?)?)( )([1-3]0\d|4[0-5]\d|499|5[0-3]\d)(?=$|[):;]|[.,](?!\d)|\s+(?:for|from|on|to|by|at|in|when|while|[A-Z]))/g
/** An HTTP status before its name. */
const phrased =
  /()()\b([1-5]\d\d)(?= \(?(?:Bad Request|Unauthorized|Payment Required|Forbidden|Not Found|Method Not Allowed|Not Acceptable|Request Timeout|Conflict|Gone|Unprocessable|Too Many Requests|Internal Server Error|Not Implemented|Bad Gateway|Service Unavailable|Gateway Timeout|Client Error|Server Error)\b)/gi
const codes = [named, answered, phrased]
/** Words before a number that should have been another: it is no status then. */
const demand =
  /\b(?:must|should|needs?|has to|expected (?:an? )?(?:[a-z]{2,20} )?(?:number|integer|int|amount|value|count|length|size|bytes?))\b/
const ofAnswer = /status|http|response|answer/i
const mayBeCode = /[1-5]\d\d|status|http|code|err|exit|signal|sqlstate/i
const letters = 'abcdefghij'

/** Words with digits that are not ids. */
const technicalWord =
  /^(?:utf\d*|iso\d*|sha\d*|md\d|ip\d?|ipv\d|http\d?|h\d|s\d|ec\d|r\d|d\d|oauth\d?|x\d+|arm\d+|amd\d+|base\d+|u?int\d*|u?[if]\d{1,3}|float\d*|double\d*|varchar\d*|i18n|l10n|a11y|k8s|[a-z]2[a-z]|tls\d*|ssl\d*|v\d+|log4j\d?|mp\d|3d|2d|\dfa|es\d+|win\d+|\d+(?:st|nd|rd|th)|python\d*|java\d*|php\d*|vue\d|web\d|level\d|neo4j|web3|p\d+|col\d|arg\d|param\d|t\d|e\d{4}|ts\d{4}|cs\d{4}|ora|sqlstate)$/i
const wordWithDigits = /(?<![\w<&])[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+){0,10}(?![\w>])/g
const hasDigit = /\d/
const hasLetter = /[A-Za-z]/
const partWithDigits = /(?<![A-Za-z0-9])[A-Za-z]*\d[A-Za-z0-9]*(?:[_-][A-Za-z]*\d[A-Za-z0-9]*)*(?![A-Za-z0-9])/g

const pathInQuotes = /(['"`])(?:[A-Za-z]:)?[^\s'"`<>]{0,200}[/\\][^'"`<>]{1,400}\1/g

const isNumeric = (by: string) => by === '<hex>' || by === '<git_sha>' || by === '<float>' || by === '<int>'
const addresses = replacements.filter(({ by }) => !isNumeric(by) && !by.startsWith('='))
const numbers = replacements.filter(({ by }) => isNumeric(by) || by.startsWith('='))

/**
 * Removes the parts of a text that vary between events of an issue. In addition to the first version's replacements,
 * removes alphanumeric ids and quoted file names; numbers that name a kind of failure stay.
 */
export function normalizeText(value: string): string {
  const lines = replaceIn(firstLines(value), introductions)
  const spelled = codes.reduce((text, code) => text.replace(code, spellCode), lines)
  const placed = /['"`][^\s]{0,200}[/\\]/.test(spelled) ? spelled.replace(pathInQuotes, '$1<path>$1') : spelled
  return replaceIn(dropIds(replaceIn(placed, addresses)), numbers)
}

/** The numbers in a text that name a kind of failure: two HTTP statuses are two failures, whoever raised them. */
export function failureCodesOf(value: string): string {
  if (!hasDigit.test(value) || !mayBeCode.test(value)) return ''
  const text = firstLines(value)
  const found = codes.flatMap((code) => [...text.matchAll(code)])
  const numbers = found
    .filter(({ 1: word = '', 3: number = '', index }) => isCode(word, number) && !isDemanded(text.slice(0, index)))
    .map(([, , , number = '']) => number)
  return [...new Set(numbers.map(spellNumber))].join(' ')
}

/** Any other status number is data. */
function isCode(word: string, number: string): boolean {
  return /^status/i.test(word) ? /^[1-5]\d\d$/.test(number) : hasDigit.test(number)
}

function spellCode(found: string, ...[word, between, number, offset, text]: [string, string, string, number, string]) {
  return isDemanded(text.slice(0, offset)) ? found : `${word}${between}${spellNumber(number)}`
}

/** True if the words before a number say what it should have been, unless it is that of an answer. */
function isDemanded(before: string): boolean {
  return demand.test(before) && !ofAnswer.test(before)
}

/** All server errors count as one: which of them a server reports does not matter to the client. */
function spellNumber(number: string): string {
  return spell(/^5\d\d$/.test(number) ? '5xx' : number)
}

/** Digits as letters, which no replacement matches. */
export function spell(number: string): string {
  return number.replace(/\d/g, (digit) => letters[Number(digit)] ?? digit)
}

function dropIds(text: string): string {
  if (!hasDigit.test(text)) return text
  return text.replace(wordWithDigits, (word) => {
    if (!hasDigit.test(word) || !hasLetter.test(word)) return word
    const parts = word.split(/[_-]/)
    return parts.every((part) => !hasDigit.test(part) || technicalWord.test(part) || !hasLetterAndDigit(part, parts))
      ? word
      : word.replace(partWithDigits, '<id>')
  })
}

/** `2024` in `ORD-2024-A7` is part of an id; `7` in `retry-7` is handled as a number. */
function hasLetterAndDigit(part: string, parts: readonly string[]): boolean {
  return hasLetter.test(part) || parts.some((other) => hasDigit.test(other) && hasLetter.test(other))
}
