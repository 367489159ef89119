const shownMax = 120

/** A text as quoted in sentences: on one line, and only its beginning if it is long. */
export function shorten(text: string): string {
  const line = text.slice(0, 2 * shownMax).replace(/\s+/g, ' ')
  return line.length > shownMax ? `${line.slice(0, shownMax - 1).trimEnd()}…` : line
}

/** The first line of a title, as quoted in sentences. */
export function firstLine(title: string): string {
  return shorten(title.split('\n')[0] ?? title)
}
