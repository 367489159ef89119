import type { Change } from '@signalbox/contracts'
import type { ExternalCause } from '../external/signature.js'
import type { ReleaseErrors } from '../changes/releases.js'
import type { Liveness } from '../changes/deployments.js'
import type { FlagFlip } from '../changes/flags.js'
import type { Finding } from '../mechanisms/mechanism.js'
import type { Features } from './features.js'
import type { Moment } from './moments.js'

/** A part of a hypothesis' score, in log-odds. */
export interface ScorePart {
  name: 'live' | 'time' | 'moment' | 'place' | 'mechanism' | 'words' | 'flag' | 'release' | 'traces' | 'prior'
  score: number
  /** Null when the part has nothing to say to people. */
  reason: Reason | null
}

/**
 * Why a part scores as it does. A reason makes sense on one side only: that a change touches only tests cannot incriminate
 * it, even when the part's score happens to be positive among its rivals.
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

/** That one change is to blame. */
export interface ChangeHypothesis extends Scored {
  kind: 'change'
  change: Change
  live: Liveness
  /** Unix milliseconds from when it counts: it went live, or its flag was switched. */
  since: number
  flag: FlagFlip | null
  finding: Finding | null
  moment: Moment
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
  /** Unix milliseconds from when it counts. */
  since: number
  /** New errors that come from what it brought: then it may be named, though nobody knows what it changed. */
  release: ReleaseErrors | null
}

/** That it is something of which nothing is recorded. */
export interface UnrecordedHypothesis extends Scored {
  kind: 'unrecorded'
}

export type Hypothesis = ChangeHypothesis | ExternalHypothesis | UnknownHypothesis | UnrecordedHypothesis
