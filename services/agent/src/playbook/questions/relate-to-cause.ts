import type { Conclusion } from '../report/conclude.js'
import type { DirectAnswer } from './direct-answer.js'

/** More answers than this are a list, which another sentence would only interrupt. */
const sentencesMax = 3

/** Says that the cause of what is wrong elsewhere is a change to the service in question, if it is. */
export function relateToCause(
  answers: readonly DirectAnswer[],
  { scene, ranking: { cause }, verdict }: Conclusion,
): DirectAnswer[] {
  const { service } = scene.facts.alert
  const isNamed = verdict === 'cause_found' || verdict === 'cause_likely'
  const [last] = answers.slice(-1)
  if (service === null || last === undefined || !isNamed || scene.affected.has(service)) return [...answers]
  if (cause?.kind !== 'change' || !(cause.change.service === service || cause.live.services.includes(service)))
    return [...answers]
  if (answers.length > sentencesMax) return [...answers.slice(0, -1), { ...last, isOfCause: true }]
  const harms = verdict === 'cause_found' ? 'is harming' : 'may be harming'
  return [
    ...answers,
    { text: `A change to ${service} ${harms} other services.`, evidence: last.evidence, isOfCause: true },
  ]
}
