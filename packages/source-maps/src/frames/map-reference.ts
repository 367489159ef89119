const referencePattern = /\/\/[#@]\s*sourceMappingURL=(.*)$/
const debugIdPattern = /\/\/[#@]\s*debugId=([0-9a-fA-F-]{32,36})/
/** References stand at the end; an inline map may be as long as the code. */
const linesFromEndMax = 20

/** What the last lines of minified code say of its map; empty when they say nothing. Query and fragment are cut off. */
export function mapReferenceOf(code: string): string {
  const found = lastLines(code)
    .map((line) => referencePattern.exec(line)?.[1]?.trim())
    .find((reference) => reference)
  if (found === undefined) return ''
  const url = found.split(/\s/, 1)[0] ?? ''
  return url.startsWith('data:') ? url : (url.split(/[?#]/, 1)[0] ?? '')
}

/** The debug id that code names in a comment, as it stands there; undefined when it names none. */
export function debugIdOfCode(code: string): string | undefined {
  return lastLines(code)
    .map((line) => debugIdPattern.exec(line)?.[1])
    .find((id) => id !== undefined)
}

/** The last one first. */
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
 * The text of an inline map, `data:application/json;base64,…` or percent-encoded.
 * @returns undefined for a URL that is none or cannot be read.
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

/** A debug id as it is compared: lower-case, with dashes; undefined for what is none. */
export function normalizeDebugId(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const digits = text.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(digits)) return undefined
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
