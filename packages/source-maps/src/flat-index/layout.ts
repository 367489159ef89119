/**
 * The file that a map and its minified code are converted into once, so that resolving a frame is a binary search in
 * typed arrays: nothing is parsed when it is read.
 *
 * A header of 32-bit numbers, little-endian as all machines we run on; then, in this order:
 * 1. Columns of the segments, each `segments` numbers: generated line, generated column, source, line, column, name, scope.
 * 2. Ends of the strings in the bytes of strings: sources, names, scopes.
 * 3. For each source, and last for the minified code: the number of its first line, or `none` when it is absent; how many
 *    lines it has; bytes a UTF-16 unit; its first byte in the contents.
 * 4. Ends of all lines in the bytes of contents.
 * 5. The bytes of strings, UTF-8. Those of contents: Latin-1 where that holds the text, else UTF-16, so that a part of a
 *    line of megabytes is found by its column.
 */
export const magic = 0x5842_534d
/** Is raised when converted files change, which then are converted anew. */
export const layoutVersion = 1

export const headerFields = [
  'magic',
  'version',
  'segments',
  'sources',
  'names',
  'scopes',
  'lines',
  'stringBytes',
  'contentBytes',
] as const
export type Header = Record<(typeof headerFields)[number], number>

export const segmentColumns = 7
/** Numbers for each content. */
export const placeFields = 4
