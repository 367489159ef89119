import type { FactPack } from '../../facts/fact-pack.js'
import type { Questions } from '../../facts/questions.js'
import type { ReportDraft } from '../../investigation/investigation.js'
import type { Scene } from '../scene/scene.js'

/** A question, and what is known when it is answered. */
export interface Asked {
  question: string
  facts: FactPack
  scene: Scene
  /** The session's current time, Unix milliseconds. */
  asOf: number
}

/** A kind of question with its own answer. */
export interface QuestionKind {
  isAsked: (asked: Asked) => boolean
  /**
   * @param questions For what the facts do not hold.
   * @returns nothing when it has no answer; then other kinds are tried.
   */
  tell: (asked: Asked, questions: Questions) => Promise<DirectAnswer[]> | DirectAnswer[]
}

/** A sentence that answers a question, or says what follows from the answer. */
export interface DirectAnswer {
  text: string
  /** `answer` by default. */
  topic?: 'answer' | 'remedy' | 'check'
  /** Ids of the stored results that it was read from. */
  evidence: readonly string[]
  /** The moment that it mentions, Unix milliseconds. */
  at?: number
  /** True for a problem that nothing else shows. */
  isTrouble?: true
  /** True when the answer describes the problem, whose cause may then follow without being mistaken for something else. */
  isOfCause?: true
  /** Id of the recorded change that made things worse. */
  blames?: string
  /** What the report concludes from the answer when the playbook names no cause. */
  conclusion?: Pick<ReportDraft, 'verdict' | 'remediation' | 'confidence'> & Partial<Pick<ReportDraft, 'cause'>>
}

/** Confidence of a verdict that something is wrong, drawn from an answer alone: as the deployment watch has it. */
export const suspectConfidence = 0.5
