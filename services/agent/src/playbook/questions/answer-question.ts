import type { Questions } from '../../facts/questions.js'
import type { ClaimDraft, DerivedEvidence } from '../../investigation/investigation.js'
import { equals } from '../report/assertions.js'
import { toIso } from '../report/evidence.js'
import type { Asked, DirectAnswer, QuestionKind } from './direct-answer.js'
import { aboutChanges } from './tell-changes.js'
import { aboutDays } from './tell-days.js'
import { aboutDeployment } from './tell-deployment.js'
import { aboutFailures } from './tell-failures.js'
import { aboutFullness } from './tell-fullness.js'
import { aboutGrowth } from './tell-growth.js'
import { aboutIssue } from './tell-issue.js'
import { aboutMoment } from './tell-moment.js'
import { aboutNothingKnown } from './tell-nothing-known.js'
import { aboutSlowness } from './tell-slowness.js'
import { aboutOnset } from './tell-onset.js'
import { aboutState } from './tell-state.js'
import { aboutVersions } from './tell-versions.js'

/** Kinds of question that have an answer of their own, the first that has one answers; a new one is a file and a line. */
const kinds: readonly QuestionKind[] = [
  aboutIssue,
  aboutDeployment,
  aboutMoment,
  aboutDays,
  aboutOnset,
  aboutVersions,
  aboutChanges,
  aboutGrowth,
  aboutFullness,
  aboutFailures,
  aboutSlowness,
  aboutState,
  aboutNothingKnown,
]

/** Kinds that may answer it; none of alerts, and of questions after the cause of a trouble, which the ranking answers. */
export function kindsOf(asked: Asked): QuestionKind[] {
  return asked.facts.alert.isFired ? [] : kinds.filter(({ isAsked }) => isAsked(asked))
}

/** The answers of the first kind that has any. */
export async function answerQuestion(
  asked: Asked,
  { kinds: possible, questions }: { kinds: readonly QuestionKind[]; questions: Questions },
): Promise<DirectAnswer[]> {
  for (const { tell } of possible) {
    const answers = await tell(asked, questions)
    if (answers.length > 0) return answers
  }
  return []
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
