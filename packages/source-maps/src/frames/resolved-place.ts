import type { Place, SourceLines } from '../flat-index/contents.js'
import type { OriginalPosition } from '../flat-index/flat-index.js'

/** What a place of minified code says, whichever frame names it. Many frames share it: nobody changes it. */
export interface ResolvedPlace {
  /** Lines of the minified code, of a place with an original the one line; undefined when it was not uploaded. */
  code: SourceLines | undefined
  /** Undefined when the map has nothing there. */
  original: OriginalPlace | undefined
}

/** A place of the original code, with its file as frames name it. */
export interface OriginalPlace {
  position: OriginalPosition
  absPath: string
  filename: string
  /** Empty when the path tells none. */
  module: string
  /** Undefined when the name of the file does not tell. */
  isOwn: boolean | undefined
  /** Undefined when nobody uploaded the source. */
  lines: SourceLines | undefined
}

/** Keeps resolved places of one script. */
export interface PlaceMemory {
  /** What is kept of a place, else what `resolve` finds. */
  recall(place: Place, resolve: () => ResolvedPlace): ResolvedPlace
}
