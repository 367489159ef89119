import type { FactPack } from '../../facts/fact-pack.js'
import type { Questions } from '../../facts/questions.js'
import type { Scene } from '../scene/scene.js'

/** What somebody asked, and what is known by then. */
export interface Asked {
  question: string
  facts: FactPack
  scene: Scene
  /** Unix milliseconds that the session takes for now. */
  asOf: number
}

/** A kind of question that has an answer of its own. */
export interface QuestionKind {
  isAsked: (asked: Asked) => boolean
  /**
   * @param questions For what the facts do not hold.
   * @returns nothing where it has no answer; then other kinds are tried.
   */
  tell: (asked: Asked, questions: Questions) => Promise<DirectAnswer[]> | DirectAnswer[]
}

/** What answers a question in words. */
export interface DirectAnswer {
  text: string
  /** Ids of the stored results that it was read from. */
  evidence: readonly string[]
  /** The moment that it speaks of, Unix milliseconds. */
  at?: number
  /** Whether it tells of a trouble that nothing else shows. */
  isTrouble?: true
  /** Whether it tells of what is wrong, so that the cause of that may follow; else the one could be taken for the other. */
  isOfCause?: true
  /** Whether it says that a recorded change made it worse. */
  blamesChange?: true
}
