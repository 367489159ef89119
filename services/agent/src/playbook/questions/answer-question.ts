import type { FactPack } from '../../facts/fact-pack.js'
import type { ClaimDraft, DerivedEvidence } from '../../investigation/investigation.js'
import { equals } from '../report/assertions.js'
import { toIso } from '../report/evidence.js'
import type { DirectAnswer } from './direct-answer.js'
import { tellChanges } from './tell-changes.js'
import { tellGrowth } from './tell-growth.js'
import { tellSlowness } from './tell-slowness.js'

/** Kinds of question that have an answer of their own; a new one is a file beside this and a line here. */
const kinds: readonly ((question: string, facts: FactPack) => DirectAnswer[])[] = [
  tellChanges,
  tellGrowth,
  tellSlowness,
]

/**
 * What answers a question directly: "what changed since yesterday in checkout?", "is pod web-1 leaking?", "why is POST
 * /checkout slow?". Questions after the cause of a trouble, and alerts, are answered by the ranking alone.
 * @returns nothing for those.
 */
export function answerQuestion(question: string, facts: FactPack): DirectAnswer[] {
  return facts.alert.isFired ? [] : kinds.flatMap((tell) => tell(question, facts))
}

/** The answers in the form in which claims point into them. */
export function answerEvidence(answers: readonly DirectAnswer[]): DerivedEvidence {
  return {
    summary: answers[0]?.text ?? '',
    derivedFrom: [...new Set(answers.flatMap(({ evidence }) => evidence))],
    data: { answers: answers.map(({ text, at }) => ({ text, at: at === undefined ? null : toIso(at) })) },
  }
}

export function answerClaims(answers: readonly DirectAnswer[], evidenceId: string): ClaimDraft[] {
  return answers.map(({ text, at }, index) => ({
    text,
    assertion: [
      equals(evidenceId, `/answers/${index}/text`, text),
      ...(at === undefined ? [] : [equals(evidenceId, `/answers/${index}/at`, toIso(at))]),
    ],
  }))
}
