import type { Change, SessionReport } from '@signalbox/contracts'
import { changeKindNames } from '../../wording/change-kind-names.js'
import type { Hypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import { firstLine } from '../text/shorten.js'
import { whyNot } from './why-not.js'

const rivalsMax = 8

/** Returns the changes other than the cause, likeliest first, each with the evidence against it. */
export function describeRivals({ hypotheses, cause }: Ranking): SessionReport['rivals'] {
  return hypotheses
    .filter((hypothesis) => hypothesis !== cause && isRival(hypothesis))
    .slice(0, rivalsMax)
    .flatMap((hypothesis) =>
      'change' in hypothesis ? [{ change_id: hypothesis.change.change_id, why_not: whyNot(hypothesis) }] : [],
    )
}

/** True if the change ran at all. */
export function isRival(hypothesis: Hypothesis): boolean {
  if (hypothesis.kind === 'unknown-deployment') return true
  return hypothesis.kind === 'change' && hypothesis.live.how !== 'never'
}

/** `deployment "Ship 1.5"`, `commit 4f2c91b8 "Tune the pool"`. */
export function nameOfRival({ change }: { change: Change }): string {
  const title = `"${firstLine(change.title)}"`
  return change.kind === 'commit'
    ? `commit ${change.id.slice(0, 8)} ${title}`
    : `${changeKindNames[change.kind]} ${title}`
}
