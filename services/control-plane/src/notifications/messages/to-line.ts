/**
 * Reduces a text to one line without control characters, truncated to a maximum length between characters.
 * @param max In UTF-16 code units, as receivers count.
 */
export function toLine(text: string, max: number): string {
  // The beginning of a much longer text suffices.
  const line = text
    .slice(0, 4 * max)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Bidi_Control}\p{Cs}]/gu, '')
    .trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max - 1)
  // Never split a surrogate pair.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
