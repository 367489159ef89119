import { endOfCookies } from './cookie-header.js'
import type { NameJudge, NameVerdict } from './field-names.js'
import { endOfValue, findPairAt, isNameChar, seekBack } from './pairs-in-text.js'
import { type Chars, filteredMark, isDigit, oneOf, seek, type TextRange } from './text-range.js'

/*
 * Finds secrets in prose: messages written by people and libraries. Messages are read and grouped by, so only
 * near-certain secrets are removed: a name and `=`, headers, cookies. A colon after a name more often ends a clause, so
 * the text after it must look like a secret.
 */

const equals = 0x3d
const isSeparator = oneOf('=:')
const isSpace = oneOf(' \t')
const isQuote = oneOf('"\'`')
const endsValue = oneOf('&;# \t\r\n"\'`<>,)}|')
const endsListed = oneOf('\r\n')
/** Number of characters by which a value is recognized. */
const headLength = 64
const bareLengthMax = 4_096

/** Names of session cookies, in addition to all that end with `token`. */
const cookieName =
  /^(?:sid|sess|sessid|session|session[._-]?(?:id|key)|j?sessionid|phpsessid|aspsessionid\w*|asp\.net_sessionid|connect\.sid|_?[cx]srf|_csrf_token|remember_me)$/i
/** `author` and `authority` hold no secrets, although they begin with `auth`. */
const authorName = /author(?!i[sz])/i
/** Names that may precede a colon. */
const colonName =
  /^(?:password|passwd|pwd|passphrase|secret|(?:client|shared|app)[_-]?secret|x-api-key|api[_-]?key|private[_-]?key|(?:access|refresh|auth|id|session|csrf|x-csrf|x-auth|x-xsrf)[_-]?token)$/i
const authorizationName = /^(?:proxy-)?authorization$/i
const cookieHeader = /^(?:set-)?cookie$/i
const setsCookie = /^set-/i
/**
 * Words before the single secret of an `Authorization` header. After any other word, the secrets extend to the end of
 * the line.
 */
const scheme = /^(?:bearer|basic|token|api-?key|negotiate|ntlm|bot)$/i

/** Placeholders and absent values: a placeholder, a `[Filtered]` mark, a keyword. */
const noValue =
  /^(?:|null|nil|none|undefined|true|false|nan|x{3,}|\*+|\.+|\?|%[sdov]|\$\d+|:\w+|\$?\{.*|<.*|\[filtered\]|\[redacted\])$/i

export interface ProseRules {
  judge: NameJudge
  /** True if headers and cookies are recognized; false for the project's own names only. */
  usesPatterns: boolean
}

/** Finds secrets after names and headers in prose. */
export function findProseSecrets(text: Chars, rules: ProseRules): TextRange[] {
  const found: TextRange[] = []
  let at = seek(text, 0, isSeparator)
  while (at < text.length) {
    const range = findAt(text, at, rules)
    if (range && text.slice(range.start, range.end) !== (range.replacement ?? filteredMark)) found.push(range)
    at = seek(text, Math.max(at + 1, range?.end ?? 0), isSeparator)
  }
  return found
}

function findAt(text: Chars, at: number, { judge, usesPatterns }: ProseRules): TextRange | undefined {
  const name = text.slice(seekBack(text, at, isNameChar), at)
  const verdict = judge(name)
  const isHeader = usesPatterns && verdict !== 'safe'
  if (isHeader && authorizationName.test(name)) return findAuthorization(text, at + 1)
  if (isHeader && cookieHeader.test(name)) return findCookies(text, at + 1, setsCookie.test(name))
  if (text.charCodeAt(at) !== equals) {
    return colonName.test(name) ? findColonValue(text, at + 1, verdict) : findPairAt(text, at, judge)
  }
  if (isHeader && cookieName.test(name)) return findValue(text, at + 1, { rule: 'pattern:cookie' })
  return authorName.test(name) ? undefined : findValue(text, at + 1, verdict)
}

/** The value after `=`, quoted or not. A comparison has none. */
function findValue(text: Chars, start: number, verdict: NameVerdict): TextRange | undefined {
  if (typeof verdict !== 'object' || text.charCodeAt(start) === equals) return undefined
  return withinQuotes(text, start, verdict.rule)
}

function findColonValue(text: Chars, after: number, verdict: NameVerdict): TextRange | undefined {
  if (typeof verdict !== 'object') return undefined
  const start = seek(text, after, (code) => !isSpace(code))
  const range = withinQuotes(text, start, verdict.rule)
  return range && looksSecret(text.slice(range.start, Math.min(range.end, range.start + headLength)))
    ? range
    : undefined
}

function withinQuotes(text: Chars, at: number, rule: string): TextRange | undefined {
  const isQuoted = isQuote(text.charCodeAt(at))
  const start = isQuoted ? at + 1 : at
  if (isNoValue(text, start)) return undefined
  const end = isQuoted ? endOfQuoted(text, at) : seek(text, at, endsValue)
  return end > start ? { start, end, rule } : undefined
}

/** Reads only the beginning, so non-secrets are not read to the end repeatedly. */
function isNoValue(text: Chars, start: number): boolean {
  const head = text.slice(start, start + headLength)
  return noValue.test(head.slice(0, seek(head, 0, endsValue)))
}

/** Excludes the closing quote; for a truncated value, the end of the text. */
function endOfQuoted(text: Chars, openAt: number): number {
  const end = endOfValue(text, openAt)
  return end > openAt + 1 && text.charCodeAt(end - 1) === text.charCodeAt(openAt) ? end - 1 : end
}

/** Ordinary words have no digits. */
function looksSecret(value: string): boolean {
  return /\d/.test(value)
}

function findAuthorization(text: Chars, after: number): TextRange | undefined {
  const rule = 'pattern:authorization'
  const start = skipBlanks(text, after)
  if (isNoValue(text, start)) return undefined
  const wordEnd = seek(text, start, endsValue)
  const next = seek(text, wordEnd, (code) => !isSpace(code))
  if (next > wordEnd && scheme.test(text.slice(start, Math.min(wordEnd, start + headLength)))) {
    return isNoValue(text, next) ? undefined : { start: next, end: seek(text, next, endsValue), rule }
  }
  // `Digest username="…"` and signatures have several values, some of them quoted.
  const isListed = next > wordEnd && text.slice(next, next + headLength).includes('=')
  return { start, end: isListed ? seek(text, next, endsListed) : wordEnd, rule }
}

function findCookies(text: Chars, after: number, isSet: boolean): TextRange | undefined {
  const start = skipBlanks(text, after)
  const end = endOfCookies(text, start, isSet)
  return end === undefined ? undefined : { start, end, rule: 'pattern:cookie' }
}

function skipBlanks(text: Chars, from: number): number {
  return seek(text, from, (code) => !isSpace(code) && !isQuote(code))
}

const bearer = 'earer '
const tokenStart = 'eyJ'
const isTokenChar = (code: number) => isDigit(code) || /[\w.~+/=-]/.test(String.fromCharCode(code))
const tokenLengthMin = 8

/** Finds standalone tokens: after `Bearer`, and JSON web tokens anywhere. */
export function findBareTokens(text: Chars): TextRange[] {
  return [...findBearers(text), ...findWebTokens(text)]
}

function findBearers(text: Chars): TextRange[] {
  const found: TextRange[] = []
  for (let at = text.indexOf(bearer); at !== -1; at = text.indexOf(bearer, at + bearer.length)) {
    const start = at + bearer.length
    const end = seek(text, start, (code) => !isTokenChar(code), start + bareLengthMax)
    if (end - start >= tokenLengthMin && looksSecret(text.slice(start, end))) {
      found.push({ start, end, rule: 'pattern:authorization' })
    }
  }
  return found
}

/** Three parts separated by dots, the first of which is an object. */
function findWebTokens(text: Chars): TextRange[] {
  const found: TextRange[] = []
  let start = text.indexOf(tokenStart)
  while (start !== -1) {
    const end = seek(text, start, (code) => !isTokenChar(code))
    if (/^eyJ[\w-]{5,}\.[\w-]{5,}\.?[\w-]*/.test(text.slice(start, end)))
      found.push({ start, end, rule: 'pattern:jwt' })
    start = text.indexOf(tokenStart, end)
  }
  return found
}
