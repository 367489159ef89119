const shownMax = 120

/** A text as sentences quote it: its beginning, where it is long. */
export function shorten(text: string): string {
  return text.length > shownMax ? `${text.slice(0, shownMax - 1).trimEnd()}…` : text
}
