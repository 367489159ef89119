const lengthMax = 150
const clippedLength = 140
const lengthBefore = 60
/** A cut this close to an end of the line is moved to the end instead. */
const cutMin = 5
const mark = '{snip}'

/**
 * Clips a line of code for display: from lines longer than 150 UTF-16 units, takes the 140 around a column and marks
 * the cuts.
 * @param column Zero-based.
 * @param read Reads a part of the line.
 */
export function clipLine(length: number, column: number, read: (from: number, to: number) => string): string {
  if (length <= lengthMax) return read(0, length)
  let from = Math.max(Math.min(column, length) - lengthBefore, 0)
  if (from < cutMin) from = 0
  let to = Math.min(from + clippedLength, length)
  if (to > length - cutMin) to = length
  if (to === length) from = Math.max(to - clippedLength, 0)
  // Drops half surrogate pairs at the cuts.
  const kept = read(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
  return `${from > 0 ? `${mark} ` : ''}${kept}${to < length ? ` ${mark}` : ''}`
}
