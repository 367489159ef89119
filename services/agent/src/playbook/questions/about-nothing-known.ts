import type { QuestionContext, QuestionKind } from './direct-answer.js'

/** Words that ask what is wrong, or about the state of something. */
const aboutTrouble =
  /\b(why|wrong|well|ok|okay|fine|healthy?|fail\w*|err\w*|exceptions?|crash\w*|slow\w*|down|up|outage|broke\w*|broken|happen\w*|going on|start(s|ed)?|beg[aiu]n|alert\w*|incidents?|issues?|problems?|troubles?|cause[ds]?|causing|investigat\w*|look|check|status|state|time ?outs?|latency|late|lag\w*|stuck|hang\w*|restart\w*|memory|cpu|disk|load|traffic|requests?|deploy\w*|releases?|changed?|affect\w*|hit|spike\w*|drop\w*|los[est]\w*|missing|unusual|odd|strange|unreachable|unavailable|customers?|users?|tenants?|everyone|fault|providers?|do now|should (i|we) do|do about|roll(ed|ing)? ?back|[45]\d\d|[45]xx)\b/i
const isQuestion =
  /\?\s*$|^\W*(what|which|who|when|where|how|is|are|was|were|do|does|did|can|could|will|should|tell|show|list)\b/i

/** Questions that telemetry cannot answer: the answer says so before it says whether anything is wrong. */
export const aboutNothingKnown: QuestionKind = {
  isAsked: ({ question, facts }) =>
    isQuestion.test(question) && !aboutTrouble.test(question) && !namesSomething(question, facts),
  answer: () => [
    {
      text: 'Signalbox did not understand this as a question about its data, so it only checked whether anything is wrong.',
      evidence: [],
    },
    {
      text: 'You can ask what is wrong, which services are affected, whether it is getting worse, what changed since yesterday, whether the last deployment made things worse, which service fails most, why an operation is slow, whether a pod is leaking, whether the database is full, when a problem started, which version is running, or what happened at a time of day.',
      evidence: [],
    },
  ],
}

function namesSomething(question: string, { alert, operations, series }: QuestionContext['facts']): boolean {
  const text = question.toLowerCase()
  return (
    alert.service !== null ||
    operations.some(({ operation }) => text.includes(operation.toLowerCase())) ||
    series.some(({ metric }) => text.includes(metric.toLowerCase()))
  )
}
