/** Texts come from anywhere: control characters could move the cursor or retitle the terminal of who reads them. */
export function toText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\u{FFFD}')
}

/** The same on one line. */
export function toLine(text: string): string {
  return toText(text.replace(/\s+/g, ' ').trimEnd())
}
