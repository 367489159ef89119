import { listWords } from '../../wording/count-things.js'
import { formatLevel } from '../text/format-level.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'
import { namedServices } from './named-services.js'

const asks =
  /^\W*(is|are|was|were)\b(.*?)\b(ok|okay|fine|healthy|well|good|all ?right|working|up|stable|normal|down|broken|wrong|unhealthy|bad|in trouble)\b/i
const generic =
  /^(there |still |really )*(((any|every|some)(thing|one|body)|it|all|this|that|we|you|they|things?)\b|(the |our |my )?(whole )?(system|site|website|platform|app|application|installation|services?|prod|production|everything)\b)/i
const asksForBad = /\b(down|broken|wrong|unhealthy|bad|in trouble)\b/i

/** `is checkout ok?`, `is anything wrong?`: yes or no, then the details. */
export const aboutState: QuestionKind = { isAsked: ({ question }) => asks.test(question), answer: describeState }

function describeState({ question, facts, scene }: QuestionContext): DirectAnswer[] {
  if (facts.gaps.length > 0 || facts.services.length === 0) return []
  const named = namedServices(question, facts)
  const unknown = named.length === 0 ? unknownSubject(question, facts) : null
  if (unknown !== null) return [describeUnknown(unknown, question)]
  const bad = scene.onset === null ? [] : scene.signals.filter((signal) => signal.bad)
  const suffering = named.length === 0 ? bad : bad.filter(({ service }) => named.includes(service))
  const isBad = suffering.length > 0
  const yes = isBad === asksForBad.test(question) ? 'Yes' : 'No'
  const on = named.length === 0 ? '' : ` on ${listWords(named)}`
  if (!isBad)
    return [
      {
        text: `${yes}: there is no sign of a problem${on}.`,
        evidence: facts.operations.slice(0, 1).map(({ evidence }) => evidence),
      },
      ...named.flatMap((service) => describeCalls(service, facts)),
    ]
  const [most] = [...suffering].sort((a, b) => b.weight - a.weight)
  const what = most === undefined ? '' : `: ${most.what}`
  return [{ text: `${yes}${what}.`, evidence: suffering.map(({ evidence }) => evidence), isOfCause: true }]
}

/**
 * The subject of the question if it is no known service, operation or metric; null if the question is about everything.
 */
function unknownSubject(question: string, { operations, series }: QuestionContext['facts']): string | null {
  const subject = asks.exec(question)?.[2]?.trim() ?? ''
  const names = [...operations.map(({ operation }) => operation), ...series.map(({ metric }) => metric)]
  const isNamed = names.some((name) => question.toLowerCase().includes(name.toLowerCase()))
  return subject === '' || isNamed || generic.test(subject) ? null : subject
}

function describeUnknown(subject: string, question: string): DirectAnswer {
  const state = asksForBad.exec(question)?.[0].toLowerCase() ?? 'well'
  return {
    text: `Signalbox cannot tell whether ${subject} is ${state}, because no service of that name sends telemetry.`,
    evidence: [],
  }
}

/** Describes its calls of the last hour. */
function describeCalls(service: string, { operations }: QuestionContext['facts']): DirectAnswer[] {
  const own = operations.filter((one) => one.service === service && one.after.calls > 0)
  const calls = own.reduce((sum, { after }) => sum + after.calls, 0)
  const errors = own.reduce((sum, { after }) => sum + after.errors, 0)
  const [first] = own
  if (first === undefined) return []
  return [
    {
      text: `${formatLevel('ratio', errors / calls)} of its ${calls.toLocaleString('en-US')} calls in the last hour failed.`,
      evidence: [first.evidence],
    },
  ]
}
