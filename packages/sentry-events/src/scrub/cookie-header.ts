import { type Chars, oneOf, seek } from './text-range.js'

const equals = 0x3d
const semicolon = 0x3b
const comma = 0x2c
const headLength = 64
const isSpace = oneOf(' \t')
const isQuote = oneOf('"\'`')
const endsLine = oneOf('\r\n')
const endsName = oneOf('=;, \t\r\n"\'`')
const endsCookie = oneOf('; \t\r\n"\'`')
/** Punctuation of the sentence around a header. */
const isTrailing = oneOf(',.)]}>')

const cookie = /^[^\s=;,"'`]+=/
const attribute = /^(?:secure|httponly|partitioned)(?![\w=-])/i
const expires = /^expires=/i
/** The only value with spaces: `Wed, 21 Oct 2026 07:28:00 GMT`. */
const date = /^(?:[A-Za-z]{3,9}, ?)?\d{1,2}[ -][A-Za-z]{3}[ -]\d{2,4}(?: \d{2}:\d{2}:\d{2}(?: [A-Z]{3})?)?/

/**
 * Finds the end of the cookies in a `Cookie` or `Set-Cookie` header, so the rest of the line stays readable. Values
 * end at white space, as in RFC 6265.
 * @param start where the first cookie should begin.
 * @returns undefined if there is no cookie.
 */
export function endOfCookies(text: Chars, start: number, isSet: boolean): number | undefined {
  if (!cookie.test(headAt(text, start))) return undefined
  let end = endOfCookie(text, start)
  for (;;) {
    const next = nextCookie(text, end, isSet)
    if (next === undefined) break
    end = endOfCookie(text, next)
  }
  while (isTrailing(text.charCodeAt(end - 1))) end--
  return end
}

/** Cookies are separated by semicolons. Proxies and `fetch` join several `Set-Cookie` headers with a comma. */
function nextCookie(text: Chars, end: number, isSet: boolean): number | undefined {
  const isJoined = isSet && text.charCodeAt(end - 1) === comma
  if (text.charCodeAt(end) !== semicolon && !isJoined) return undefined
  const next = seek(text, isJoined ? end : end + 1, (code) => !isSpace(code))
  const head = headAt(text, next)
  return cookie.test(head) || (isSet && attribute.test(head)) ? next : undefined
}

function endOfCookie(text: Chars, start: number): number {
  const nameEnd = seek(text, start, endsName)
  if (text.charCodeAt(nameEnd) !== equals) return nameEnd
  const value = nameEnd + 1
  if (expires.test(headAt(text, start))) {
    const dateLength = date.exec(headAt(text, value))?.[0].length
    if (dateLength !== undefined) return value + dateLength
  }
  const quote = text.charCodeAt(value)
  if (!isQuote(quote)) return seek(text, value, endsCookie)
  const close = seek(text, value + 1, (code) => code === quote || endsLine(code))
  return text.charCodeAt(close) === quote ? close + 1 : value
}

function headAt(text: Chars, at: number): string {
  return text.slice(at, at + headLength)
}
