const lengthMax = 150
const keptLength = 140
const keptBefore = 60
/** A cut so near to an end of the line is not worth a mark. */
const nearEnd = 5
const mark = '{snip}'

/**
 * A line of code for people: of one longer than 150 UTF-16 units the 140 around a column, marked where it is cut.
 * @param column Counts from 0.
 * @param read Reads a part of the line.
 */
export function clipLine(length: number, column: number, read: (from: number, to: number) => string): string {
  if (length <= lengthMax) return read(0, length)
  let from = Math.max(Math.min(column, length) - keptBefore, 0)
  if (from < nearEnd) from = 0
  let to = Math.min(from + keptLength, length)
  if (to > length - nearEnd) to = length
  if (to === length) from = Math.max(to - keptLength, 0)
  // Half of a surrogate pair is not text.
  const kept = read(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
  return `${from > 0 ? `${mark} ` : ''}${kept}${to < length ? ` ${mark}` : ''}`
}
