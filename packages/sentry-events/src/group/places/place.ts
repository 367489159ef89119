import type { NormalFrame } from '../../normal-event.js'

/** A frame's place in the source: the enclosing named function as written. */
export interface Place {
  /** Module, class or package; empty if unknown or if the file is used instead. */
  module: string
  /** Empty if unknown. */
  function: string
  /** True if the code has no name of its own: `function` is then the enclosing one, as far as known. */
  isAnonymous: boolean
}

/**
 * Reads the place of a frame.
 * @returns undefined for frames that a compiler or runtime inserted.
 */
export type ReadPlace = (frame: NormalFrame) => Place | undefined
