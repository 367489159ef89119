/**
 * Segments of a map in columns: one entry per segment, in the order of the generated code. Absent values are `none`.
 */
export interface Segments {
  count: number
  generatedLine: Uint32Array
  generatedColumn: Uint32Array
  source: Uint32Array
  line: Uint32Array
  column: Uint32Array
  name: Uint32Array
}

/** In a segment column: no source, name or scope. */
export const none = 0xffff_ffff

/** A source map with its sections combined. Lines and columns are zero-based. */
export interface SourceMap {
  /** Including `sourceRoot`; empty for an unnamed source. */
  sources: string[]
  /** One entry per source; undefined if the map does not contain its text. */
  sourcesContent: (string | undefined)[]
  names: string[]
  segments: Segments
  /** From Hermes and Metro: function names by position in each source. */
  functionNames: readonly (FunctionNames | undefined)[]
}

/** Function names of a source: the last entry at or before a position applies to it. */
export interface FunctionNames {
  names: readonly string[]
  /** Sorted by position; lines are one-based and columns zero-based, as in Metro. */
  entries: readonly { line: number; column: number; name: number }[]
}

/** The map is unusable; the message explains why to users. */
export class MalformedSourceMapError extends Error {
  override readonly name = 'MalformedSourceMapError'
}
