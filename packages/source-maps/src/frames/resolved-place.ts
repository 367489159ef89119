import type { Place, SourceLines } from '../flat-index/contents.js'
import type { OriginalPosition } from '../flat-index/flat-index.js'

/**
 * Resolution of a place in minified code, independent of the frame. Shared by many frames, so it must not be mutated.
 */
export interface ResolvedPlace {
  /**
   * Lines of the minified code, only the line itself if there is an original; undefined if the code was not uploaded.
   */
  code: SourceLines | undefined
  /** Undefined if the map has no entry for it. */
  original: OriginalPlace | undefined
}

/** A place in the original code, with its file as named in frames. */
export interface OriginalPlace {
  position: OriginalPosition
  absPath: string
  filename: string
  /** Empty if it cannot be derived from the path. */
  module: string
  /** Undefined if the file name is inconclusive. */
  isOwn: boolean | undefined
  /** Undefined if the source was not uploaded. */
  lines: SourceLines | undefined
}

/** Cache of the resolved places of one script. */
export interface PlaceMemory {
  /** Returns the cached place, or the result of `resolve`. */
  recall(place: Place, resolve: () => ResolvedPlace): ResolvedPlace
}
