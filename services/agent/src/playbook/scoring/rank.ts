import type { Scene } from '../scene/scene.js'
import type { Hypothesis } from './hypothesis.js'
import { scoreChanges } from './score-changes.js'
import { scoreExternalCauses, scoreUnknownDeployments } from './score-others.js'
import { abstain } from './weights.js'

/** All hypotheses, the likeliest first, with what may be concluded of them. */
export interface Ranking {
  hypotheses: readonly Hypothesis[]
  /** Probability of the first among all, 0 to 1. */
  confidence: number
  /** How far the first is before the first of another cause, in log-odds. */
  margin: number
  /** The first, when it may be named as the cause. */
  cause: Hypothesis | null
  /** Why no cause is named, in words; empty when one is. */
  doubts: readonly string[]
}

/** Something that nobody thought of is always possible. */
const unthoughtScore = 0

export function rankHypotheses(scene: Scene): Ranking {
  const external = scoreExternalCauses(scene)
  const hypotheses: Hypothesis[] = [
    ...scoreChanges(scene, external.length > 0),
    ...external,
    ...scoreUnknownDeployments(scene),
  ].sort((a, b) => b.score - a.score || (keyOf(a) < keyOf(b) ? -1 : 1))
  const [first] = hypotheses
  if (!first)
    return { hypotheses, confidence: 0, margin: 0, cause: null, doubts: ['nothing is known that could be the cause'] }
  const rivals = hypotheses.filter(
    (other) => other !== first && !(other.kind === 'external' && first.kind === 'external'),
  )
  const total = [unthoughtScore, first.score, ...rivals.map(({ score }) => score)].reduce(
    (sum, score) => sum + Math.exp(score),
    0,
  )
  const confidence = Math.exp(first.score) / total
  const margin = first.score - (rivals[0]?.score ?? unthoughtScore)
  const doubts = findDoubts(first, { confidence, margin })
  return { hypotheses, confidence, margin, cause: doubts.length === 0 ? first : null, doubts }
}

function keyOf(hypothesis: Hypothesis): string {
  return hypothesis.kind === 'external' ? hypothesis.cause.name : hypothesis.change.change_id
}

/** The rule for abstaining. */
function findDoubts(first: Hypothesis, { confidence, margin }: { confidence: number; margin: number }): string[] {
  const doubts: string[] = []
  if (first.kind === 'unknown-deployment')
    doubts.push('the likeliest is a deployment of a commit that is not known here')
  if (confidence < abstain.confidenceMin)
    doubts.push(`the likeliest has a probability of ${Math.round(confidence * 100)} %`)
  if (margin < abstain.marginMin) doubts.push('another cause is nearly as likely')
  if (first.kind === 'change' && !first.isNamed && mechanismOf(first) < abstain.mechanismMin) {
    doubts.push('the likeliest change shows nothing that would lead to what is seen')
  }
  return doubts
}

function mechanismOf({ parts }: Hypothesis): number {
  return parts.find(({ name }) => name === 'mechanism')?.score ?? 0
}
