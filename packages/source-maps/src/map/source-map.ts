/** Columns of the segments of a map: one entry a segment, in the order of the generated code. Absent is `none`. */
export interface Segments {
  count: number
  generatedLine: Uint32Array
  generatedColumn: Uint32Array
  source: Uint32Array
  line: Uint32Array
  column: Uint32Array
  name: Uint32Array
}

/** In a column of segments: no source, no name, no scope. */
export const none = 0xffff_ffff

/** A source map with its sections put together. Lines and columns count from 0. */
export interface SourceMap {
  /** With `sourceRoot`; empty for a source without a name. */
  sources: string[]
  /** One for each source; undefined when the map does not hold it. */
  sourcesContent: (string | undefined)[]
  names: string[]
  segments: Segments
  /** Of Hermes and Metro: names of functions by position in each source. */
  functionNames: readonly (FunctionNames | undefined)[]
}

/** Which function each part of a source belongs to: the entry at or before a position names it. */
export interface FunctionNames {
  names: readonly string[]
  /** In order of position; lines count from 1 and columns from 0, as Metro writes them. */
  entries: readonly { line: number; column: number; name: number }[]
}

/** A map that cannot be used; the message says why, for people. */
export class MalformedSourceMapError extends Error {
  override readonly name = 'MalformedSourceMapError'
}
