import { toIso } from '../report/clock.js'
import type { Questions } from '../../facts/questions.js'
import type { ClaimDraft, DerivedEvidence } from '../../investigation/investigation.js'
import { equals } from '../report/assertions.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'
import { aboutChanges } from './about-changes.js'
import { aboutDays } from './about-days.js'
import { aboutDeployment } from './about-deployment.js'
import { aboutFailures } from './about-failures.js'
import { aboutErrors } from './about-errors.js'
import { aboutExhaustion } from './about-exhaustion.js'
import { aboutGrowth } from './about-growth.js'
import { aboutHealthyService } from './about-healthy-service.js'
import { aboutImpact } from './about-impact.js'
import { aboutIssue } from './about-issue.js'
import { aboutMetric } from './about-metric.js'
import { aboutMoment } from './about-moment.js'
import { aboutNothingKnown } from './about-nothing-known.js'
import { aboutSlowness } from './about-slowness.js'
import { aboutOnset } from './about-onset.js'
import { aboutPastErrors } from './about-past-errors.js'
import { aboutReadiness } from './about-readiness.js'
import { aboutState } from './about-state.js'
import { aboutTimeouts } from './about-timeouts.js'
import { aboutTrend } from './about-trend.js'
import { aboutVersions } from './about-versions.js'

/** Kinds of question; the first with an answer wins. A new kind is a file and a line here. */
const kinds: readonly QuestionKind[] = [
  aboutIssue,
  aboutReadiness,
  aboutDeployment,
  aboutMoment,
  aboutDays,
  aboutOnset,
  aboutVersions,
  aboutChanges,
  aboutGrowth,
  aboutExhaustion,
  aboutTimeouts,
  aboutImpact,
  aboutFailures,
  aboutTrend,
  aboutMetric,
  aboutSlowness,
  aboutErrors,
  aboutState,
  aboutPastErrors,
  aboutHealthyService,
  aboutNothingKnown,
]

/** Questions are short; patterns could take long to read a prompt of many kilobytes. */
const questionLengthMax = 2_000

/** Returns the question that a prompt asks. */
export function readQuestion(prompt: string): string {
  return prompt.slice(0, questionLengthMax).replace(/\s+/g, ' ').trim()
}

/** Returns the kinds that may answer it: none for alerts and questions about a cause, which the ranking answers. */
export function kindsOf(asked: QuestionContext): QuestionKind[] {
  return asked.facts.alert.isFired ? [] : kinds.filter(({ isAsked }) => isAsked(asked))
}

/** Returns the answers of the first kind that has any. */
export async function answerQuestion(
  asked: QuestionContext,
  { kinds: possible, questions }: { kinds: readonly QuestionKind[]; questions: Questions },
): Promise<DirectAnswer[]> {
  for (const { answer } of possible) {
    const answers = await answer(asked, questions)
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
