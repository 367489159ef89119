import { clock, toIso } from '../report/clock.js'
import { compareOperations, hourMs } from '@signalbox/contracts'
import type { OperationFacts } from '../../facts/fact-pack.js'
import type { Questions } from '../../facts/questions.js'
import { readOperations } from '../../facts/read-measures.js'
import { shareOf } from '../../wording/count-things.js'
import { formatLevel } from '../text/format-level.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'

const asks =
  /\b(slow|slower|slowest|slowness|latency|takes? (so )?long|time ?outs?|p50|p9[059]|percentile|response times?|how (long|fast)|duration)\b/i
const asksSlowest = /\bslowest\b/i
const slowerMin = 1.3
/** Maximum length of an operation's name that may be an ordinary word. */
const ordinaryMax = 6
const shownMax = 3

/** `why is POST /checkout slow?`: its duration now and before, and where the time goes. */
export const aboutSlowness: QuestionKind = {
  isAsked: ({ question }) => asks.test(question),
  answer: describeSlowness,
}

async function describeSlowness(asked: QuestionContext, questions: Questions): Promise<DirectAnswer[]> {
  const { facts, question, scene } = asked
  const compared = await compare(asked, questions)
  const called = compared.operations.filter(({ after }) => after.calls > 0)
  const named = called.filter(({ operation }) => names(question, operation))
  if (named.length > 0 || facts.alert.service !== null) {
    const ofService = called.filter(({ service }) => service === facts.alert.service)
    const parts = new Set<OperationFacts>()
    return outermost(named.length > 0 ? named : ofService)
      .slice(0, shownMax)
      .flatMap((one) => {
        // Skip what was already reported as part of another operation.
        if (parts.has(one)) return []
        const part = findPart(one, { scene, called })
        if (part !== undefined) parts.add(part)
        return [describeOperation(one, compared), ...(part === undefined ? [] : [describePart(one, part)])]
      })
  }
  if (asksSlowest.test(question))
    return outermost(called)
      .slice(0, shownMax)
      .map((one) => describeOperation(one, compared))
  const slower = called.filter((one) => growthOf(one) >= slowerMin).sort((a, b) => growthOf(b) - growthOf(a))
  if (slower.length > 0) return slower.slice(0, shownMax).map((one) => describeOperation(one, compared))
  const [any] = called
  return any ? [{ text: `No operation became slower ${compared.when}.`, evidence: [any.evidence] }] : []
}

/** Short names such as `Get` are ordinary words too, so they must be written alike. */
function names(question: string, operation: string): boolean {
  return operation.length > ordinaryMax
    ? question.toLowerCase().includes(operation.toLowerCase())
    : question.split(/[^\w/]+/).includes(operation)
}

interface Compared {
  operations: readonly OperationFacts[]
  /** Since when, as a phrase. */
  when: string
  at?: number
}

/** Compares before and after the onset, if there is one: an hour ago it may have been slow already, or not yet. */
async function compare({ facts, scene }: QuestionContext, questions: Questions): Promise<Compared> {
  const { onset } = scene
  const { window, alert, operations } = facts
  const split = Math.max(window.start, alert.firedAt - hourMs)
  if (onset !== null && onset !== split) {
    const query = { start: toIso(window.start), end: toIso(window.end), split: toIso(onset) }
    const answer = await questions.ask(
      compareOperations,
      { query },
      { what: 'operations', summary: ({ operations: read, total }) => shareOf(read.length, total, 'operation') },
    )
    if (answer !== undefined)
      return {
        operations: readOperations(answer.value.operations, answer.evidenceId),
        when: `since ${clock(onset)}`,
        at: onset,
      }
  }
  return { operations, when: 'in the last hour' }
}

/** An operation with the same name in several services is reported for the one that calls the others. */
function outermost(operations: readonly OperationFacts[]): OperationFacts[] {
  const seen = new Set<string>()
  return [...operations]
    .sort((a, b) => b.after.p95Ms - a.after.p95Ms)
    .filter(({ operation }) => !seen.has(operation) && seen.add(operation))
}

/**
 * By the median or the slowest calls, whichever grew more: an earlier burst hides in one, a few slow calls in the
 * other.
 */
function growthOf({ before, after }: OperationFacts): number {
  return Math.max(0, ...[after.p50Ms / before.p50Ms, after.p95Ms / before.p95Ms].filter(Number.isFinite))
}

const ms = (value: number) => formatLevel('ms', value)

function describeOperation(one: OperationFacts, { when, at }: Compared): DirectAnswer {
  const { service, operation, before, after, evidence } = one
  const isSlower = growthOf(one) >= slowerMin
  const now = `"${operation}" on ${service} has taken ${ms(after.p50Ms)} (median) and ${ms(after.p95Ms)} (p95) ${when}`
  const then =
    before.calls === 0
      ? '; there is no earlier data'
      : isSlower
        ? `, up from ${ms(before.p50Ms)} and ${ms(before.p95Ms)}`
        : ', no slower than before'
  return {
    text: `${now}${then}.`,
    evidence: [evidence],
    ...(at !== undefined && { at }),
    ...(isSlower && { isOfCause: true as const }),
  }
}

/** The operation within it where the time, or its increase, is spent; undefined if that is the operation itself. */
function findPart(
  one: OperationFacts,
  { scene, called }: { scene: QuestionContext['scene']; called: readonly OperationFacts[] },
): OperationFacts | undefined {
  const within = operationsWithin(one, scene.facts.spans, called)
  const isSlower = growthOf(one) >= slowerMin
  const lost = ({ before, after }: OperationFacts) => after.p50Ms - (isSlower ? before.p50Ms : 0)
  const ownLoss = (part: OperationFacts) => {
    const callees = scene.neighbours.callees(part.service)
    const below = within.filter(
      ({ service, after }) => callees.includes(service) || (service === part.service && after.p50Ms < part.after.p50Ms),
    )
    return lost(part) - Math.max(0, ...below.map(lost))
  }
  const [most] = within.map((part) => ({ part, own: ownLoss(part) })).sort((a, b) => b.own - a.own)
  return most === undefined || most.own <= 0 || most.part === one ? undefined : most.part
}

function describePart(one: OperationFacts, part: OperationFacts): DirectAnswer {
  const { service, operation, before, after, evidence } = part
  const text =
    growthOf(one) >= slowerMin
      ? `Most of the added time is in "${operation}" on ${service}: its median went from ${ms(before.p50Ms)} to ${ms(after.p50Ms)}. Start there.`
      : `Most of the time is spent in "${operation}" on ${service}: ${ms(after.p50Ms)} (median).`
  return { text, evidence: [evidence] }
}

/** The operation and those that run in the same traces. */
function operationsWithin(
  { service, operation }: OperationFacts,
  spans: QuestionContext['facts']['spans'],
  called: readonly OperationFacts[],
): OperationFacts[] {
  const traces = new Set(
    spans.filter((span) => span.service === service && span.operation === operation).map(({ traceId }) => traceId),
  )
  const through = new Set(
    spans.filter(({ traceId }) => traces.has(traceId)).map((span) => `${span.service}\n${span.operation}`),
  )
  return called.filter((part) => through.has(`${part.service}\n${part.operation}`))
}
