import { hourMs } from '@signalbox/contracts'
import type { ErrorGroupFacts } from '../../facts/fact-pack.js'
import { countThings, listWords } from '../../wording/count-things.js'
import { clockOn } from '../report/clock.js'
import { shorten } from '../text/shorten.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'
import { namedServices } from './named-services.js'

const asks =
  /\b(show|list|give|which|what|any|latest|recent|new|top)\b.{0,25}\b(errors?|exceptions?|error (messages?|logs?))\b(?!.{0,20}\b(most|rate|ratio)\b)/i
const severe: ReadonlySet<string> = new Set(['error', 'fatal'])
const shownMax = 3

/** `show me the errors on cart`: the most frequent error messages of the last hour. */
export const aboutErrors: QuestionKind = { isAsked: ({ question }) => asks.test(question), answer: describeErrors }

function describeErrors({ question, facts, asOf }: QuestionContext): DirectAnswer[] {
  const named = namedServices(question, facts)
  const since = asOf - hourMs
  const isAsked = (service: string) => named.length === 0 || named.includes(service)
  const found = facts.logPatterns
    .filter(({ service, level, lastAt }) => severe.has(level) && isAsked(service) && lastAt >= since)
    .map((one) => ({ ...one, recent: one.counts.reduce((sum, [at, count]) => (at >= since ? sum + count : sum), 0) }))
    .filter(({ recent }) => recent > 0)
    .sort((a, b) => b.recent - a.recent)
  const on = named.length === 0 ? '' : ` on ${listWords(named)}`
  const groups = facts.errorGroups
    .filter(({ service, lastSeenAt }) => isAsked(service) && lastSeenAt >= since)
    .sort((a, b) => b.lastSeenAt - a.lastSeenAt)
  if (groups.length > 0) return describeGroups(groups, on)
  if (found.length === 0) return [{ text: `No errors were reported or logged${on} in the last hour.`, evidence: [] }]
  const total = found.reduce((sum, { recent }) => sum + recent, 0)
  const kinds = found.length === 1 ? '' : ` of ${found.length.toLocaleString('en-US')} kinds`
  return [
    {
      text: `${countThings(total, 'error')}${kinds} ${total === 1 ? 'was' : 'were'} logged${on} in the last hour.`,
      evidence: [...new Set(found.map(({ evidence }) => evidence))],
    },
    ...found.slice(0, shownMax).map(({ service, examples, pattern, recent, lastAt, evidence }) => ({
      text: `${service}: "${shorten(examples.at(-1)?.body ?? pattern)}" (${countThings(recent, 'time')}, last at ${clockOn(lastAt, asOf)}).`,
      evidence: [evidence],
      at: lastAt,
    })),
  ].map((answer) => ({ ...answer, isOfCause: true as const }))
}

function describeGroups(groups: readonly ErrorGroupFacts[], on: string): DirectAnswer[] {
  const evidence = [...new Set(groups.map((group) => group.evidence))]
  const verb = groups.length === 1 ? 'was' : 'were'
  return [
    { text: `${countThings(groups.length, 'kind')} of error ${verb} reported${on} in the last hour.`, evidence },
    ...groups.slice(0, shownMax).map(({ service, type, message, state, count, evidence: id }) => ({
      text: `${service}: "${shorten(`${type}: ${message}`)}" (${states[state]}${countThings(count, 'time')}).`,
      evidence: [id],
    })),
  ].map((answer) => ({ ...answer, isOfCause: true as const }))
}

const states = { new: 'new, ', regressed: 'came back, ', known: '' } as const
