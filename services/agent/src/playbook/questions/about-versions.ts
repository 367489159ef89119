import { clockOn } from '../report/clock.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'

const asks = /\b(which|what)\b.{0,20}\b(version|release)\b.{0,40}\b(running|runs?|live|deployed|in production)\b/i
const shownMax = 8

/** `which version is running?`: the latest deployment of each service. */
export const aboutVersions: QuestionKind = { isAsked: ({ question }) => asks.test(question), answer: describeVersions }

function describeVersions({ facts, asOf }: QuestionContext): DirectAnswer[] {
  const { changes, changesEvidence, alert } = facts
  const seen = new Set<string | null>()
  const newest = changes
    .filter(({ kind, details }) => kind === 'deployment' && details['status'] !== 'failed')
    .filter(({ details }) => typeof details['version'] === 'string' && details['version'] !== '')
    .filter(({ service }) => alert.service === null || service === alert.service)
    .sort((a, b) => (a.occurred_at < b.occurred_at ? 1 : -1))
    .filter(({ service }) => !seen.has(service) && seen.add(service))
  const of = alert.service === null ? '' : ` of ${alert.service}`
  if (newest.length === 0)
    return [{ text: `No deployment${of} with a version was recorded in the last week.`, evidence: changesEvidence }]
  return newest.slice(0, shownMax).map(({ service, details, occurred_at: at }) => ({
    text: `${service ?? 'Every service'} runs ${String(details['version'])}, deployed at ${clockOn(Date.parse(at), asOf)}.`,
    evidence: changesEvidence,
    at: Date.parse(at),
  }))
}
