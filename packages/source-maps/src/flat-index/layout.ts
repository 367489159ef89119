/**
 * A map and its minified code are converted to this file once, so that resolving a frame is a binary search in typed
 * arrays, without parsing. A header of 32-bit numbers, little-endian like all supported machines, is followed by:
 * 1. Segment columns of `segments` numbers each: generated line, generated column, source, line, column, name, scope.
 * 2. Ends of the strings in the string bytes: sources, names, scopes.
 * 3. For each source, and last for the minified code: index of its first line, or `none` if absent; number of lines;
 * bytes per UTF-16 unit; offset of its first byte in the contents.
 * 4. Ends of all lines in the content bytes.
 * 5. String bytes in UTF-8. Content bytes in Latin-1 if the text allows it, else UTF-16, so that a part of a line of
 * several megabytes can be found by its column.
 */
export const magic = 0x5842_534d
/** Increment when the file format changes; older files are then converted again. */
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
/** Numbers per content. */
export const placeFields = 4
