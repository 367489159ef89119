import type { SessionReport } from '@signalbox/contracts'
import type { Hypothesis, ScorePart } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'

const rivalsMax = 8
/** What is so unlikely is no rival, unless it was deployed. */
const scoreMin = -1

/** Other changes that came into question, the likeliest first, with what speaks against each. */
export function describeRivals({ hypotheses, cause }: Ranking): SessionReport['rivals'] {
  return hypotheses
    .filter((hypothesis) => hypothesis !== cause && isRival(hypothesis))
    .slice(0, rivalsMax)
    .flatMap((hypothesis) =>
      hypothesis.kind === 'external' ? [] : [{ change_id: hypothesis.change.change_id, why_not: whyNot(hypothesis) }],
    )
}

function isRival(hypothesis: Hypothesis): boolean {
  if (hypothesis.kind === 'external') return false
  return hypothesis.score >= scoreMin || (hypothesis.kind === 'change' && hypothesis.live.how === 'exact')
}

/** The one or two parts that speak most against it. */
function whyNot({ parts }: Hypothesis): string {
  const against = [...parts]
    .filter(({ name, score }) => name !== 'prior' && score < 0)
    .sort((a, b) => a.score - b.score)
  const reasons = (against.length > 0 ? against : weakest(parts)).slice(0, 2).map(({ reason }) => reason)
  return `It ${reasons.filter((reason) => reason !== '').join(', and it ') || 'explains less of what is seen'}.`
}

function weakest(parts: readonly ScorePart[]): ScorePart[] {
  const mechanism = parts.find(({ name }) => name === 'mechanism')
  return [
    {
      name: 'mechanism',
      score: 0,
      reason:
        mechanism && mechanism.reason !== ''
          ? `${mechanism.reason}, which explains less of what is seen`
          : 'explains less of what is seen',
    },
  ]
}
