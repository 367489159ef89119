import { minuteMs } from '@signalbox/contracts'
import { countThings, listWords } from '../../wording/count-things.js'
import type { LogPatternFacts } from '../../facts/fact-pack.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'
import { namedServices } from './named-services.js'

const asks = /\b(how (many|often)|count|number of)\b.{0,60}\btim(e|es|ed|ing)[ -]?outs?\b/i
const timedOut = /\btime[ds]?[ -]?out\b|timeout|deadline exceeded|\b504\b/i
const failureLevels: ReadonlySet<string> = new Set(['warn', 'error', 'fatal'])
const shownMax = 3
const recentMinutes = 60

/** `how many requests time out?`: the log lines of the last hour that report a timeout, by service. */
export const aboutTimeouts: QuestionKind = {
  isAsked: ({ question }) => asks.test(question),
  answer: countTimeouts,
}

function countTimeouts({ question, facts, asOf }: QuestionContext): DirectAnswer[] {
  const named = namedServices(question, facts)
  const logged = facts.logPatterns.filter(({ service }) => named.length === 0 || named.includes(service))
  const [any] = logged
  if (any === undefined) return []
  const on = named.length === 0 ? '' : ` on ${listWords(named)}`
  const counts = new Map<string, { lines: number; evidence: string }>()
  for (const one of logged.filter(reportsTimeout)) {
    const lines = linesSince(one, asOf - recentMinutes * minuteMs)
    const known = counts.get(one.service)?.lines ?? 0
    if (lines > 0) counts.set(one.service, { lines: known + lines, evidence: one.evidence })
  }
  const services = [...counts].sort(([, a], [, b]) => b.lines - a.lines)
  if (services.length === 0)
    return [{ text: `No log line${on} reported a timeout in the last hour.`, evidence: [any.evidence] }]
  const total = services.reduce((sum, [, { lines }]) => sum + lines, 0)
  const shown = services
    .slice(0, shownMax)
    .map(([service, { lines }]) => `${lines.toLocaleString('en-US')} on ${service}`)
  const more = services.length > shownMax ? ', including ' : ': '
  const shares = services.length === 1 ? ` on ${services[0]?.[0] ?? ''}` : `${more}${listWords(shown)}`
  return [
    {
      text: `${countThings(total, 'log line')} reported a timeout in the last hour${shares}.`,
      evidence: [...new Set(services.map(([, { evidence }]) => evidence))],
      isOfCause: true,
    },
  ]
}

function reportsTimeout({ level, pattern }: LogPatternFacts): boolean {
  return failureLevels.has(level) && timedOut.test(pattern)
}

function linesSince({ counts }: LogPatternFacts, from: number): number {
  return counts.reduce((sum, [at, count]) => (at >= from ? sum + count : sum), 0)
}
