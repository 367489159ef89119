import type { NormalFrame } from '../../normal-event.js'

/** Where a frame is in the words of the source: by the function that a person wrote and named. */
export interface Place {
  /** Module, class or package; empty when unknown or when the file stands for it. */
  module: string
  /** Empty when unknown. */
  function: string
  /** Whether code without a name of its own ran: its function is the one around it, as far as that is known. */
  isAnonymous: boolean
}

/** Reads the place of a frame. @returns undefined for frames that a compiler or a run time has put between others. */
export type ReadPlace = (frame: NormalFrame) => Place | undefined
