const shownMax = 120

/** A text as quoted in sentences: only its beginning if it is long. */
export function shorten(text: string): string {
  return text.length > shownMax ? `${text.slice(0, shownMax - 1).trimEnd()}…` : text
}

/** The first line of a title, as quoted in sentences. */
export function firstLine(title: string): string {
  return shorten(title.split('\n')[0] ?? title)
}
