import { findExternalCauses } from '../external/find-external-causes.js'
import type { ExternalCause } from '../external/signature.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import type { Pieces } from '../../investigation/pieces.js'
import type { Scene } from '../scene/scene.js'
import { capitalize } from '../../wording/count-things.js'
import { explainUnknown, scoreOf } from './explain-change.js'
import type { Features } from './features.js'
import { learnedWeights } from './learned-weights.js'
import type { ChangeHypothesis, Hypothesis, UnknownHypothesis } from './hypothesis.js'
import { readNoChangeFeatures } from './no-change-features.js'
import { scoreChanges, scoreUnknownDeployments } from './score-changes.js'
import { shareMatching } from '../external/message-signals.js'

/** Minimum probabilities of a cause and of a likely cause. */
export const levels = { found: 0.85, likely: 0.5 } as const
/** Maximum confidence if the beginning was not observed, or if the cause rests on time alone or has an unknown commit. */
export const uncertainMax = 0.84
/** Minimum clarity of an external cause to be named, as a share of a clear one. */
export const outsideMin = 0.5

/** Minimum weight of a deployment's release errors for it to be named although its commit is unknown. */
const releaseMin = 0.5

/** All hypotheses, likeliest first. */
export interface Ranking {
  hypotheses: readonly Hypothesis[]
  /** Probability of the first, 0 to 1; limited if the beginning was not observed. */
  confidence: number
  /** The first, if it may be named. */
  cause: Hypothesis | null
  /** True if undoing the cause would not end the problem, because stored data has reached a bound. */
  isLasting: boolean
}

/** The hypotheses before comparison; weights are learned from these. */
export interface Candidates {
  changes: readonly ChangeHypothesis[]
  unknown: readonly UnknownHypothesis[]
  external: readonly ExternalCause[]
  /** Features of the hypothesis that no change is to blame. */
  noChange: Features
}

export function* findCandidates(scene: Scene): Pieces<Candidates> {
  const firstFailing = findFirstFailing(scene)
  const changes = yield* scoreChanges(scene, firstFailing)
  const external = findExternalCauses(scene)
  return {
    changes,
    unknown: yield* scoreUnknownDeployments(scene, firstFailing),
    external,
    noChange: readNoChangeFeatures(scene, external, changes),
  }
}

/**
 * Compares all changes with each other and with "no change". Probabilities follow a conditional logit: the softmax of
 * the scores (D. McFadden, Conditional logit analysis of qualitative choice behavior, 1974).
 */
export function* rankHypotheses(scene: Scene): Pieces<Ranking> {
  const { changes, unknown, external, noChange } = yield* findCandidates(scene)
  const none = toNoChange(noChange, external)
  const unsorted: Hypothesis[] = [...changes, ...unknown.map(explainUnknown), none]
  const total = unsorted.reduce((sum, { score }) => sum + Math.exp(score), 0)
  const hypotheses = unsorted
    .map((one) => ({ ...one, probability: Math.exp(one.score) / total }))
    .sort((a, b) => b.score - a.score || (keyOf(a) < keyOf(b) ? -1 : 1))
  const [first] = hypotheses
  const isUncertain = scene.hole !== null || (first !== undefined && (isOpaque(first) || restsOnTime(first)))
  const confidence = Math.min(first?.probability ?? 0, isUncertain ? uncertainMax : 1)
  const isNamed = first !== undefined && isNameable(first) && confidence >= levels.likely
  return {
    hypotheses: [...hypotheses, ...others(external)],
    confidence,
    cause: isNamed ? first : null,
    isLasting: isExhausted(scene),
  }
}

/** True for a deployment whose commit is unknown: what it contains cannot be examined. */
function isOpaque({ kind }: Hypothesis): boolean {
  return kind === 'unknown-deployment'
}

/** True if the hypothesis would not be named if other changes had been made around the same time. */
function restsOnTime({ features, probability }: Hypothesis): boolean {
  const evidence = learnedWeights.onlyChange * (features.onlyChange ?? 0)
  const left = probability * Math.exp(-evidence)
  return evidence > 0 && left / (left + 1 - probability) < levels.likely
}

function toNoChange(features: Features, [plainest]: readonly ExternalCause[]): Hypothesis {
  const scored = { features, parts: [], score: scoreOf(features), probability: 0 }
  return plainest && plainest.weight / 3 >= outsideMin
    ? {
        kind: 'external',
        cause: plainest,
        ...scored,
        parts: [
          { name: 'traces', score: scored.score, reason: { text: `${capitalize(plainest.sentence)}.`, side: 'for' } },
        ],
      }
    : { kind: 'unrecorded', ...scored }
}

/** Further visible external causes, without a probability of their own. */
function others([, ...rest]: readonly ExternalCause[]): Hypothesis[] {
  return rest.map((cause) => ({ kind: 'external', cause, features: {}, parts: [], score: -10, probability: 0 }))
}

/** A deployment whose commit is unknown can only be named if the errors come from its release. */
function isNameable(hypothesis: Hypothesis): boolean {
  if (hypothesis.kind === 'unknown-deployment') return (hypothesis.release?.weight ?? 0) >= releaseMin
  return hypothesis.kind !== 'unrecorded'
}

function keyOf(hypothesis: Hypothesis): string {
  if (hypothesis.kind === 'unrecorded') return ''
  return hypothesis.kind === 'external' ? hypothesis.cause.name : hypothesis.change.change_id
}

const ranOut =
  /out of range.{0,40}\b(column|integer|smallint|bigint)\b|\b(integer|smallint|bigint) out of range|numeric value out of range|arithmetic overflow|nextval\b.{0,60}\b(maximum|limit)|\b(sequence|auto_?increment|identity)\b.{0,60}\b(exhaust\w*|maximum|overflow\w*)/i
const exhaustedShareMin = 0.25

/** True if errors say that stored data reached a bound of its type or sequence: undoing a change doesn't free it. */
function isExhausted(scene: Scene): boolean {
  return shareMatching(scene, ranOut).share >= exhaustedShareMin
}
