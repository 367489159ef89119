/** Escapes untrusted text: control characters could move the cursor or change the title of the reader's terminal. */
export function toText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\u{FFFD}')
}

/** The same on one line. */
export function toLine(text: string): string {
  return toText(text.replace(/\s+/g, ' ').trimEnd())
}

/** Wraps a text to a width; a longer word gets its own line. */
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

/** The prefix that continuation lines are indented by: a name and its gap, or a list bullet or number. */
const lead = /^(?:\S.{0,18}? {2,}(?=\S)| *(?:[+-]|\d+\.|e\d+) +| *)/

/** Wraps each line of a text to a width, with a hanging indent. */
export function wrapLines(text: string, width = Infinity): string {
  return text
    .split('\n')
    .map((line) => (line.length <= width ? line : wrapLine(line, width)))
    .join('\n')
}

function wrapLine(line: string, width: number): string {
  const [begin = ''] = lead.exec(line) ?? []
  const words = line.slice(begin.length)
  const room = width - begin.length
  if (words.split(' ').some(({ length }) => length > room)) return wrapText(line, width).replaceAll(/ +\n/g, '\n')
  return begin + wrapText(words, room).replaceAll('\n', `\n${' '.repeat(begin.length)}`)
}
