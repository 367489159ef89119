const referencePattern = /\/\/[#@]\s*sourceMappingURL=(.*)$/
const debugIdPattern = /\/\/[#@]\s*debugId=([0-9a-fA-F-]{32,36})/
/** Search from the end, where references are; an inline map may be as long as the code. */
const linesFromEndMax = 20

/** Returns the map reference in the last lines of minified code, without query and fragment; empty if there is none. */
export function mapReferenceOf(code: string): string {
  const found = lastLines(code)
    .map((line) => referencePattern.exec(line)?.[1]?.trim())
    .find((reference) => reference)
  if (found === undefined) return ''
  const url = found.split(/\s/, 1)[0] ?? ''
  return url.startsWith('data:') ? url : (url.split(/[?#]/, 1)[0] ?? '')
}

/** Returns the debug id in a comment of the code, verbatim; undefined if there is none. */
export function debugIdOfCode(code: string): string | undefined {
  return lastLines(code)
    .map((line) => debugIdPattern.exec(line)?.[1])
    .find((id) => id !== undefined)
}

/** Returns the last line first. */
function lastLines(code: string): string[] {
  const lines: string[] = []
  let end = code.length
  while (lines.length < linesFromEndMax && end >= 0) {
    const start = code.lastIndexOf('\n', end - 1)
    lines.push(code.slice(start + 1, end).trimEnd())
    if (start === -1) break
    end = start
  }
  return lines
}

/**
 * Decodes an inline map: `data:application/json;base64,…` or percent-encoded.
 * @returns undefined if the URL is not an inline map or cannot be decoded.
 */
export function decodeInlineMap(url: string): string | undefined {
  const comma = url.indexOf(',')
  if (!url.startsWith('data:') || comma === -1) return undefined
  const body = url.slice(comma + 1)
  if (url.slice(0, comma).endsWith(';base64')) return Buffer.from(body, 'base64').toString('utf8')
  try {
    return decodeURIComponent(body)
  } catch {
    return undefined
  }
}

/** Normalizes a debug id for comparison: lower-case, with dashes; undefined if it is not a debug id. */
export function normalizeDebugId(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const digits = text.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(digits)) return undefined
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
