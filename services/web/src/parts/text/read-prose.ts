/** A piece of a report's text: plain text, code, or an instant written as a timestamp or as a time of day. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'timestamp'; text: string; at: string }
  | { kind: 'time-of-day'; text: string; at: string }

const iso = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z`
const clock = String.raw`(?<![\w.:-])(?:(\d{4}-\d\d-\d\d) )?(\d\d:\d\d) UTC(?!\w)`
const pattern = new RegExp(`\`([^\`\\n]+)\`|${iso}|${clock}`, 'g')

/**
 * Splits a report's text into its pieces. Reports write most times as a time of day in UTC, without its date.
 * @param known timestamps of the report's data, which supply the missing dates. A time of day that matches none of them
 * stays text: its date would be a guess.
 */
export function readProse(text: string, known: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const piece = readMatch(match, known)
    if (!piece) continue
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    pieces.push(piece)
    end = match.index + match[0].length
  }
  return end < text.length ? [...pieces, { kind: 'text', text: text.slice(end) }] : pieces
}

function readMatch([text, code, date, time]: RegExpExecArray, known: readonly string[]): Piece | undefined {
  if (code !== undefined) return { kind: 'code', text: code }
  if (time === undefined) return { kind: 'timestamp', text, at: text }
  if (date !== undefined) {
    const at = `${date}T${time}Z`
    return Number.isNaN(Date.parse(at)) ? undefined : { kind: 'timestamp', text, at }
  }
  const at = known.findLast((each) => each.slice(11, 16) === time)
  return at === undefined ? undefined : { kind: 'time-of-day', text, at }
}
