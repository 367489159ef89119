import { newErrors } from '../report/evidence.js'
import { describeNewError } from '../report/quiet-claims.js'
import { isSuffering } from '../scene/scene.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'

/**
 * `why do checkouts fail?` when nothing fails any more: names the new errors that may be meant. They are too old, or too
 * far from the named service, to be examined as the problem, but "no problem found" would hide them.
 */
export const aboutPastErrors: QuestionKind = {
  isAsked: ({ facts, scene }) =>
    facts.alert.isFailureQuestion && facts.gaps.length === 0 && !isSuffering(scene) && newErrors(scene).length > 0,
  answer: describePastErrors,
}

function describePastErrors({ facts, scene }: QuestionContext): DirectAnswer[] {
  const evidence = [...new Set(facts.errorGroups.map((group) => group.evidence))]
  const errors = newErrors(scene)
  return [
    {
      text: `No ongoing problem found, but there ${errors.length === 1 ? 'was a new error' : 'were new errors'}.`,
      evidence,
      isOfCause: true,
      conclusion: { verdict: 'inconclusive', remediation: 'none', confidence: 0 },
    },
    ...errors.map((error) => ({
      text: describeNewError(error, facts.alert.firedAt),
      evidence,
      at: Date.parse(error.last_seen_at),
    })),
  ]
}
