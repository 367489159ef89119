import type { ChangeHypothesis, Hypothesis, UnknownHypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'

/** Changes below this probability aren't worth naming. */
export const namedMin = 0.02
/** At this probability or above, a change is worth testing if no cause can be named. */
const suspectedMin = 0.1

/** A change that took effect at most this many minutes before the problem is cheap to rule out with a test. */
const closeMinutes = 10

/** A change that may be the cause, and its place in the ranking. */
interface LeadingSuspect {
  hypothesis: ChangeHypothesis | UnknownHypothesis
  index: number
  /** True if it is only close in time and otherwise unlikely. */
  isOnlyClose: boolean
}

/** Returns the change to test first if no cause can be named; undefined if a cause is named or no change qualifies. */
export function findLeadingSuspect({ hypotheses, cause }: Ranking): LeadingSuspect | undefined {
  if (cause !== null) return undefined
  const changes = hypotheses.flatMap((hypothesis, index) => (isChange(hypothesis) ? [{ hypothesis, index }] : []))
  const likely = changes.find(({ hypothesis }) => hypothesis.probability >= suspectedMin)
  if (likely !== undefined) return { ...likely, isOnlyClose: false }
  const close = changes.find(({ hypothesis }) => isClose(hypothesis))
  return close && { ...close, isOnlyClose: true }
}

function isChange(hypothesis: Hypothesis): hypothesis is ChangeHypothesis | UnknownHypothesis {
  return 'change' in hypothesis
}

/** True if it went live on an affected service right before the problem and nothing makes it harmless. */
function isClose({ features, ...hypothesis }: ChangeHypothesis | UnknownHypothesis): boolean {
  const { after = 0, lag = Infinity, benign = 0, looks = 0, onAffected = 0 } = features
  const isLive = hypothesis.kind === 'unknown-deployment' || hypothesis.live.how === 'exact'
  return isLive && onAffected > 0 && after === 0 && benign === 0 && looks === 0 && lag <= Math.log2(1 + closeMinutes)
}
