import { isAhead } from './about-deployment.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'
import { namedServices } from './named-services.js'
import { listWords } from '../../wording/count-things.js'

/** `is it safe to deploy cart now?`: whether something is wrong that a deployment would make harder to understand. */
export const aboutReadiness: QuestionKind = {
  isAsked: ({ question }) => isAhead.test(question),
  answer: describeReadiness,
}

function describeReadiness({ question, facts, scene }: QuestionContext): DirectAnswer[] {
  if (facts.gaps.length > 0 || facts.services.length === 0) return []
  const named = namedServices(question, facts)
  const bad = scene.onset === null ? [] : scene.signals.filter((signal) => signal.bad)
  const own = bad.filter(({ service }) => named.includes(service))
  const [worst] = [...(own.length > 0 ? own : bad)].sort((a, b) => b.weight - a.weight)
  const evidence = [...new Set((own.length > 0 ? own : bad).map((signal) => signal.evidence))]
  if (worst === undefined) {
    const where = named.length === 0 ? 'no service shows' : `neither ${listWords(named)} nor any other service shows`
    return [{ text: `Nothing speaks against it: ${where} a sign of a problem.`, evidence }]
  }
  const untouched = own.length === 0 && named.length > 0 ? ` ${listWords(named)} shows no sign of it, but` : ''
  return [
    { text: `Better wait: ${worst.what}.`, evidence, isOfCause: true },
    {
      text: `${untouched === '' ? 'A' : `${untouched.trim()} a`} deployment now would make the cause harder to find.`,
      evidence,
    },
  ]
}
