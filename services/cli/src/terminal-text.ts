/** Texts come from anywhere: control characters could move the cursor or retitle the terminal of who reads them. */
export function toText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\u{FFFD}')
}

/** The same on one line. */
export function toLine(text: string): string {
  return toText(text.replace(/\s+/g, ' ').trimEnd())
}

/** A text in lines that fit a width; a word that does not has a line of its own. */
export function wrapText(text: string, width = Infinity): string {
  const [first = '', ...words] = text.split(' ')
  let [wrapped, length] = [first, first.length]
  for (const word of words) {
    const isBeyond = length + 1 + word.length > width
    wrapped += isBeyond ? `\n${word}` : ` ${word}`
    length = isBeyond ? word.length : length + 1 + word.length
  }
  return wrapped
}
