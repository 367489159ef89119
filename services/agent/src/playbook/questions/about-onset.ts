import { describeOnset } from '../report/claims.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'

const asks =
  /^\W*(when|since when|how long)\b.*\b(start(s|ed|ing)?|beg[aiu]n|happen(s|ed|ing)?|going on|broken?|broke|fail(s|ed|ing)?)\b/i

/** `when did it start?`: since when, with the evidence. */
export const aboutOnset: QuestionKind = { isAsked: ({ question }) => asks.test(question), answer: describeOnsetTime }

function describeOnsetTime({ scene }: QuestionContext): DirectAnswer[] {
  const text = scene.signals.some(({ bad }) => bad) ? describeOnset(scene) : ''
  if (text === '' || scene.onset === null) return []
  const evidence = [...new Set(scene.signals.map((signal) => signal.evidence))]
  return [{ text, evidence, at: scene.onset, isOfCause: true }]
}
