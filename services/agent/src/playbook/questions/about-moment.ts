import { clockOn } from '../report/clock.js'
import { minuteMs } from '@signalbox/contracts'
import { readMomentOfText } from '../../facts/moment-of-text.js'
import { listWords } from '../../wording/count-things.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import { findBlastRadius } from '../report/blast-radius.js'
import { nameOfRival } from '../report/rivals.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'

const asks =
  /\b(what|anything|something)\b.{0,40}\b(happen(s|ed|ing)?|occur(red)?|go(es|ing)? on|went on|wrong|broke|fail(s|ed|ing)?)\b/i
/** Maximum distance from the moment at which changes are reported. */
const nearMs = 15 * minuteMs
const changesMax = 3
const servicesMax = 5

/** `what happened at 14:05?`: what was wrong by then, and what changed around that time. */
export const aboutMoment: QuestionKind = {
  isAsked: ({ question, asOf }) => asks.test(question) && readMomentOfText(question, asOf) !== undefined,
  answer: describeMoment,
}

function describeMoment({ facts, scene, asOf }: QuestionContext): DirectAnswer[] {
  const { changes, changesEvidence, alert } = facts
  const at = alert.firedAt
  const near = changes.filter(({ occurred_at: changed }) => Math.abs(Date.parse(changed) - at) <= nearMs)
  const bad = scene.onset === null ? [] : scene.signals.filter((signal) => signal.bad)
  const first = bad.length === 0 ? null : findFirstFailing(scene)
  const hit = first === null ? [] : [first, ...findBlastRadius(scene, first)].slice(0, servicesMax)
  const evidence = [...new Set(bad.map((signal) => signal.evidence))]
  return [
    {
      text:
        bad.length === 0
          ? `Nothing unusual was happening at ${clockOn(at, asOf)}.`
          : `At ${clockOn(at, asOf)} there was a problem${hit.length === 0 ? '' : ` on ${listWords(hit)}`}.`,
      evidence,
      at,
      isOfCause: true,
    },
    near.length === 0
      ? { text: 'No change was recorded in the 15 minutes before or after it.', evidence: changesEvidence }
      : {
          text: `Changes in the 15 minutes before and after it: ${listWords(near.slice(0, changesMax).map((change) => nameOfRival({ change })))}.`,
          evidence: changesEvidence,
        },
  ]
}
