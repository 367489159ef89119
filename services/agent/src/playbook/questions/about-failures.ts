import { hourMs } from '@signalbox/contracts'
import { countThings, listWords } from '../../wording/count-things.js'
import { formatLevel } from '../text/format-level.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'

const asks =
  /\b(which|what|who)\b.{0,30}\b(services?|one|component|app|operations?|endpoints?|part)?\b.{0,20}\b(fail(s|ing|ed)?|errors?|broken|unhealthy|worst)\b.{0,30}\b(most|worst|highest|often)\b|\b(most|worst)\b.{0,20}\b(errors?|failures?|failing|fails|unhealthy)\b|\bworst service\b/i
const shownMax = 3
const callsMin = 10

/** `which service fails most?`: by share of failed calls in the last hour, with the origin of the failures. */
export const aboutFailures: QuestionKind = {
  isAsked: ({ question }) => asks.test(question),
  answer: describeFailures,
}

interface Failing {
  service: string
  calls: number
  errors: number
  evidence: string
}

function describeFailures({ facts, asOf }: QuestionContext): DirectAnswer[] {
  const services = new Map<string, Failing>()
  for (const { service, after, evidence } of facts.operations) {
    const { calls, errors } = services.get(service) ?? { calls: 0, errors: 0 }
    services.set(service, { service, calls: calls + after.calls, errors: errors + after.errors, evidence })
  }
  const called = [...services.values()].filter(({ calls }) => calls >= callsMin)
  const failing = called
    .filter(({ errors }) => errors > 0)
    .sort((a, b) => b.errors / b.calls - a.errors / a.calls || b.errors - a.errors)
  const [most, ...others] = failing
  if (most === undefined) return describeNone(called)
  const origin = originOf(most.service, facts.spans, asOf)
  const share = ({ calls, errors }: Failing) => formatLevel('ratio', errors / calls)
  return [
    {
      text: `The highest share of failures is on ${most.service}: ${share(most)} of its calls in the last hour failed (${most.errors.toLocaleString('en-US')} of ${most.calls.toLocaleString('en-US')}).`,
      evidence: [most.evidence],
    },
    ...(origin === null
      ? []
      : [
          {
            text: `Most of these failures originate in ${origin.service}, which it calls.`,
            evidence: [origin.evidence],
          },
        ]),
    ...(others.length === 0
      ? []
      : [
          {
            text: `Next: ${listWords(others.slice(0, shownMax).map((one) => `${one.service} (${share(one)})`))}.`,
            evidence: [...new Set(others.slice(0, shownMax).map(({ evidence }) => evidence))],
          },
        ]),
  ].map((answer) => ({ ...answer, isOfCause: true as const }))
}

function describeNone(called: readonly Failing[]): DirectAnswer[] {
  const [any] = called
  if (any === undefined) return []
  const text = `None: no call failed in the last hour on ${called.length === 1 ? 'the only traced service' : `any of ${countThings(called.length, 'traced service')}`}.`
  return [{ text, evidence: [any.evidence] }]
}

/** The deepest failed callee below a service's failed spans; null if the service itself is the origin. */
function originOf(
  service: string,
  spans: QuestionContext['facts']['spans'],
  asOf: number,
): { service: string; evidence: string } | null {
  const recent = spans.filter(({ failed, at }) => failed && at >= asOf - hourMs)
  let [origin, evidence] = [service, '']
  for (let step = 0; step < recent.length; step++) {
    const own = recent.filter((span) => span.service === origin)
    const callees = own.flatMap(({ failedCallees }) => [...new Set(failedCallees)]).filter((name) => name !== origin)
    const counts = new Map<string, number>()
    for (const name of callees) counts.set(name, (counts.get(name) ?? 0) + 1)
    const [next] = [...counts].sort((a, b) => b[1] - a[1])
    if (next === undefined || next[1] * 2 <= own.length || next[0] === service) break
    origin = next[0]
    evidence = own[0]?.evidence ?? evidence
  }
  return origin === service ? null : { service: origin, evidence }
}
