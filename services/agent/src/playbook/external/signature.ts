import type { Remediation } from '@signalbox/contracts'
import type { Scene } from '../scene/scene.js'
import type { EvidenceId } from '../../facts/fact-pack.js'

/** Direct traces of a cause other than one of our changes. */
export interface ExternalCause {
  /** Short name, unique across all signatures. */
  name: string
  /** A clause for people that says what happened, in lower case and without a full stop. */
  sentence: string
  /** How directly it shows, in log-odds; 1 is a hint, 4 is clear. */
  weight: number
  remediation: Remediation
  /** Target of the remedy, if it has a name. */
  on?: string
  /** What to do, as an instruction, if the remedy's usual wording would mislead. */
  advice?: string
  /** How to confirm it, as a sentence, if the remedy's usual check would mislead. */
  check?: string
  /** The change that announced it, such as a status notice. */
  changeId: string | null
  evidence: readonly EvidenceId[]
}

/**
 * Looks for traces of one kind of cause.
 * @returns undefined if there are none.
 */
export type Signature = (scene: Scene) => ExternalCause | undefined
