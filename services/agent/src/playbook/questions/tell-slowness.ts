import type { CriticalPathFacts, FactPack, OperationFacts } from '../../facts/fact-pack.js'
import { formatLevel } from '../text/format-level.js'
import type { DirectAnswer } from './direct-answer.js'

const asks = /\b(slow|slower|latency|takes? (so )?long|time ?outs?)\b/i
const slowerMin = 1.3
const shownMax = 3

/** `why is POST /checkout slow?`: how long it takes now and before, and where the time goes. */
export function tellSlowness(question: string, { operations, criticalPaths, alert }: FactPack): DirectAnswer[] {
  if (!asks.test(question)) return []
  const named = operations.filter(({ operation }) => question.toLowerCase().includes(operation.toLowerCase()))
  const ofService = operations.filter(({ service }) => service === alert.service)
  const asked = (named.length > 0 ? named : ofService)
    .filter(({ after }) => after.calls > 0)
    .sort((a, b) => b.after.p95Ms - a.after.p95Ms)
  return asked.slice(0, shownMax).flatMap((one) => [describeOperation(one), ...describePath(one, criticalPaths)])
}

function describeOperation({ service, operation, before, after, evidence }: OperationFacts): DirectAnswer {
  const ms = (value: number) => formatLevel('ms', value)
  const now = `"${operation}" of ${service} takes ${ms(after.p50Ms)} at the median and ${ms(after.p95Ms)} at the 95th percentile`
  const ratio = before.p95Ms === 0 ? 0 : after.p95Ms / before.p95Ms
  const then =
    before.calls === 0
      ? '; nothing is known from before'
      : ratio >= slowerMin
        ? `; before it was ${ms(before.p50Ms)} and ${ms(before.p95Ms)}`
        : ', no slower than before'
  return { text: `${now}${then}.`, evidence: [evidence] }
}

/** The step that most of the time of its longest trace is spent in. */
function describePath({ service, operation }: OperationFacts, paths: readonly CriticalPathFacts[]): DirectAnswer[] {
  const through = paths.filter(({ steps }) =>
    steps.some((step) => step.service === service && step.operation === operation),
  )
  const [longest] = [...through].sort((a, b) => b.durationMs - a.durationMs)
  const [most] = [...(longest?.steps ?? [])].sort((a, b) => b.selfMs - a.selfMs)
  if (!longest || !most) return []
  const ms = (value: number) => formatLevel('ms', value)
  return [
    {
      text: `Of the longest trace through it, ${ms(longest.durationMs)}, most is spent in "${most.operation}" of ${most.service}: ${ms(most.selfMs)}.`,
      evidence: [longest.evidence],
    },
  ]
}
