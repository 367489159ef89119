import type { FactPack } from '../../facts/fact-pack.js'
import type { Questions } from '../../facts/questions.js'
import type { ReportDraft } from '../../investigation/investigation.js'
import type { Scene } from '../scene/scene.js'

/** A question and the facts available to answer it. */
export interface QuestionContext {
  question: string
  facts: FactPack
  scene: Scene
  /** The session's current time, Unix milliseconds. */
  asOf: number
}

/** A kind of question with its own answer. */
export interface QuestionKind {
  isAsked: (asked: QuestionContext) => boolean
  /**
   * @param questions Queries what the facts don't contain.
   * @returns An empty list if it has no answer; other kinds are then tried.
   */
  answer: (asked: QuestionContext, questions: Questions) => Promise<DirectAnswer[]> | DirectAnswer[]
}

/** A sentence that answers a question, or states what follows from the answer. */
export interface DirectAnswer {
  text: string
  /** `answer` by default. */
  topic?: 'answer' | 'remedy' | 'check'
  /** Ids of the stored results it is based on. */
  evidence: readonly string[]
  /** The time it mentions, Unix milliseconds. */
  at?: number
  /** True for a problem that no other evidence shows. */
  isTrouble?: true
  /** True if the answer describes the problem itself, so that its cause can follow without confusion. */
  isOfCause?: true
  /** Id of the recorded change that made things worse. */
  blames?: string
  /** The report's conclusion from the answer if the playbook names no cause. */
  conclusion?: Pick<ReportDraft, 'verdict' | 'remediation' | 'confidence'> & Partial<Pick<ReportDraft, 'cause'>>
}

/** Confidence of a verdict based on an answer alone: the same as in the deployment watch. */
export const suspectConfidence = 0.5
