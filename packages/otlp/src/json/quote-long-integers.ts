/** Integers with fewer digits are below 2^53, so `JSON.parse` reads them exactly. */
const digitsMin = 16
/** A cheap test for whether a text may contain a long integer. Also matches such digits within a string. */
const longInteger = /[[:,]\s*-?\d{16,}\s*[\],}]/
const [quote, backslash, minus] = [0x22, 0x5c, 0x2d]
const [zero, nine] = [0x30, 0x39]

/**
 * Quotes integers that a double may not represent exactly, so that times in nanoseconds and 64-bit values sent as JSON
 * numbers keep all their digits. OTLP allows both numbers and strings for them. Strings, fractions and numbers with an
 * exponent are unchanged.
 */
export function quoteLongIntegers(json: string): string {
  if (!longInteger.test(json)) return json
  const parts: string[] = []
  let copied = 0
  let position = 0
  while (position < json.length) {
    const code = json.charCodeAt(position)
    if (code === quote) position = endOfString(json, position)
    else if (code === minus || isDigit(code)) {
      const end = endOfNumber(json, position)
      if (isLongInteger(json, position, end)) {
        parts.push(json.slice(copied, position), '"', json.slice(position, end), '"')
        copied = end
      }
      position = end
    } else position += 1
  }
  return parts.join('') + json.slice(copied)
}

function endOfString(json: string, start: number): number {
  let position = start + 1
  while (position < json.length) {
    const code = json.charCodeAt(position)
    if (code === quote) return position + 1
    position += code === backslash ? 2 : 1
  }
  return position
}

function endOfNumber(json: string, start: number): number {
  let position = start + 1
  while (position < json.length && /[\d.eE+-]/.test(json.charAt(position))) position += 1
  return position
}

function isLongInteger(json: string, start: number, end: number): boolean {
  if (end - start < digitsMin) return false
  for (let position = start; position < end; position += 1) {
    const isSign = position === start && json.charCodeAt(position) === minus
    if (!isSign && !isDigit(json.charCodeAt(position))) return false
  }
  return true
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine
}
