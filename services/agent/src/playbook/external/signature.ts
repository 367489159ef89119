import type { Remediation } from '@signalbox/contracts'
import type { Scene } from '../scene/scene.js'
import type { EvidenceId } from '../../facts/fact-pack.js'

/** Direct traces of a cause that no change of ours has. */
export interface ExternalCause {
  /** Short name, unique over all signatures. */
  name: string
  /** A clause for people that says what happened, in lower case and without a full stop. */
  sentence: string
  /** How directly it shows, in log-odds; 1 is a hint, 4 is plain. */
  weight: number
  remediation: Remediation
  /** What the remedy is for, where that has a name. */
  on?: string
  /** The change it was announced by, such as a status notice. */
  changeId: string | null
  evidence: readonly EvidenceId[]
}

/** Looks for the traces of one kind of cause. @returns undefined when they are not there. */
export type Signature = (scene: Scene) => ExternalCause | undefined
