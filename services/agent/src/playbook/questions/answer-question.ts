import { toIso } from '../report/clock.js'
import type { Questions } from '../../facts/questions.js'
import type { ClaimDraft, DerivedEvidence } from '../../investigation/investigation.js'
import { equals } from '../report/assertions.js'
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
import { aboutPastErrors } from './tell-past-errors.js'
import { aboutState } from './tell-state.js'
import { aboutVersions } from './tell-versions.js'

/** Kinds of question; the first with an answer wins. A new kind is a file and a line here. */
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
  aboutPastErrors,
  aboutNothingKnown,
]

/** Returns the kinds that may answer it: none for alerts and questions about a cause, which the ranking answers. */
export function kindsOf(asked: Asked): QuestionKind[] {
  return asked.facts.alert.isFired ? [] : kinds.filter(({ isAsked }) => isAsked(asked))
}

/** Returns the answers of the first kind that has any. */
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

/** Returns the evidence that the answers' claims point into. */
export function answerEvidence(answers: readonly DirectAnswer[]): DerivedEvidence {
  return {
    summary: answers[0]?.text ?? '',
    derivedFrom: [...new Set(answers.flatMap(({ evidence }) => evidence))],
    data: {
      answers: answers.map(({ text, at, blames = null }) => ({
        text,
        at: at === undefined ? null : toIso(at),
        change_id: blames,
      })),
    },
  }
}

export function answerClaims(answers: readonly DirectAnswer[], evidenceId: string): ClaimDraft[] {
  return answers.map(({ text, topic = 'answer', at, blames }, index) => ({
    text,
    topic,
    assertion: [
      equals(evidenceId, `/answers/${index}/text`, text),
      ...(blames === undefined ? [] : [equals(evidenceId, `/answers/${index}/change_id`, blames)]),
      ...(at === undefined ? [] : [equals(evidenceId, `/answers/${index}/at`, toIso(at))]),
    ],
  }))
}
