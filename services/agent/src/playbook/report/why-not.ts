import type { Hypothesis, ScorePart } from '../scoring/hypothesis.js'

/** The one or two parts that speak most against it. */
export function whyNot({ parts }: Hypothesis): string {
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
