import type { Change } from '@signalbox/contracts'
import type { ExternalCause } from '../external/signature.js'
import type { Liveness } from '../changes/deployments.js'
import type { FlagFlip } from '../changes/flags.js'
import type { Finding } from '../mechanisms/mechanism.js'

/** What speaks for or against a hypothesis, in log-odds, with the reason in words. */
export interface ScorePart {
  name: 'prior' | 'live' | 'time' | 'place' | 'mechanism' | 'words' | 'flag' | 'traces'
  score: number
  reason: string
}

interface Scored {
  parts: readonly ScorePart[]
  /** Sum of the parts. */
  score: number
}

/** That one change is to blame. */
export interface ChangeHypothesis extends Scored {
  kind: 'change'
  change: Change
  live: Liveness
  /** Unix milliseconds from when it counts: it went live, or its flag was switched. */
  since: number
  flag: FlagFlip | null
  finding: Finding | null
  /** The errors themselves name what the diff holds. */
  isNamed: boolean
}

/** That something from outside is to blame, and no change. */
export interface ExternalHypothesis extends Scored {
  kind: 'external'
  cause: ExternalCause
}

/** That a deployment is to blame whose commit is not known here. */
export interface UnknownHypothesis extends Scored {
  kind: 'unknown-deployment'
  change: Change
}

export type Hypothesis = ChangeHypothesis | ExternalHypothesis | UnknownHypothesis

export function sumParts(parts: readonly ScorePart[]): Scored {
  return { parts, score: parts.reduce((sum, { score }) => sum + score, 0) }
}
