/**
 * A text on one line, without control characters and no longer than that; cut between characters.
 * @param max In UTF-16 code units, as receivers count.
 */
export function toLine(text: string, max: number): string {
  // Of a text that is much longer, looking at its beginning is enough.
  const line = text
    .slice(0, 4 * max)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Bidi_Control}\p{Cs}]/gu, '')
    .trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max - 1)
  // A character outside the basic plane is two units, which belong together.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
