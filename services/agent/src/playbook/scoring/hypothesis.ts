import type { Change } from '@signalbox/contracts'
import type { ExternalCause } from '../external/signature.js'
import type { ReleaseErrors } from '../changes/releases.js'
import type { Liveness } from '../changes/deployments.js'
import type { FlagFlip } from '../changes/flags.js'
import type { Finding } from '../mechanisms/mechanism.js'
import type { Features } from './features.js'
import type { Moment } from './moments.js'

/** Part of a hypothesis's score, in log-odds. */
export interface ScorePart {
  name: 'live' | 'time' | 'alone' | 'moment' | 'place' | 'mechanism' | 'words' | 'flag' | 'release' | 'traces' | 'prior'
  score: number
  /** Null if the part has nothing to explain. */
  reason: Reason | null
}

/**
 * Explains a part's score. A reason makes sense on one side only: that a change touches only tests cannot incriminate
 * it, even if the part's score happens to be positive among its rivals.
 */
export interface Reason {
  /** A sentence whose "It" is the hypothesis. */
  text: string
  side: 'for' | 'against'
}

interface Scored {
  features: Features
  parts: readonly ScorePart[]
  /** Sum of the parts. */
  score: number
  /** Among all hypotheses, 0 to 1. */
  probability: number
}

/** A recorded change is to blame. */
export interface ChangeHypothesis extends Scored {
  kind: 'change'
  change: Change
  live: Liveness
  /** When it took effect, Unix milliseconds: it went live, or its flag was toggled. */
  since: number
  flag: FlagFlip | null
  finding: Finding | null
  moment: Moment
}

/** Something external is to blame rather than a change. */
export interface ExternalHypothesis extends Scored {
  kind: 'external'
  cause: ExternalCause
}

/** A deployment whose commit is unknown is to blame. */
export interface UnknownHypothesis extends Scored {
  kind: 'unknown-deployment'
  change: Change
  /** When it took effect, Unix milliseconds. */
  since: number
  /** New errors from its release. With them it may be named as the cause, although its content is unknown. */
  release: ReleaseErrors | null
}

/** The cause is something unrecorded. */
export interface UnrecordedHypothesis extends Scored {
  kind: 'unrecorded'
}

export type Hypothesis = ChangeHypothesis | ExternalHypothesis | UnknownHypothesis | UnrecordedHypothesis
