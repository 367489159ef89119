import type { SessionReport } from '@signalbox/contracts'
import type { Hypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import { whyNot } from './why-not.js'

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

export function isRival(hypothesis: Hypothesis): boolean {
  if (hypothesis.kind === 'external') return false
  return hypothesis.score >= scoreMin || (hypothesis.kind === 'change' && hypothesis.live.how === 'exact')
}
