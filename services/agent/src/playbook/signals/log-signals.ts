import type { FactPack, LogPatternFacts } from '../../facts/fact-pack.js'
import { dataStart } from './data-start.js'
import type { Signal } from './signal.js'
import { symptomsOfText } from './symptom-kinds.js'

const loud = new Set(['warn', 'error', 'fatal'])
/** What happens to be said at any level when something breaks. */
const alarming = /oom ?-?killed|\bpanic\b|crash ?loop|back-off restarting|segfault|evict/i
/** A pattern counts as new when nothing of it was seen for so long after data begins. */
const quietMsMin = 10 * 60_000
/** So many quiet debug lines of a kind that was never written are a change of behaviour, not of health. */
const debugLinesMin = 5

/** Patterns of log lines that were not there before. */
export function readLogSignals(facts: FactPack): Signal[] {
  const start = dataStart(facts)
  return facts.logPatterns
    .filter((pattern) => isTelling(pattern) && pattern.firstAt - start >= quietMsMin)
    .map((pattern) => {
      const text = pattern.examples[0]?.body ?? pattern.pattern
      const quiet = pattern.level === 'debug' || pattern.level === 'trace'
      return {
        service: pattern.service,
        source: 'log' as const,
        at: pattern.firstAt,
        kinds: quiet ? (['log-volume'] as const) : symptomsOfText(text),
        bad: !quiet,
        what: `${pattern.level} "${text.slice(0, 120)}" began`,
        text,
        count: pattern.count,
        ratio: 1,
        direction: 'up' as const,
        evidence: pattern.evidence,
      }
    })
}

function isTelling({ level, pattern, count }: LogPatternFacts): boolean {
  if (level === 'debug' || level === 'trace') return count >= debugLinesMin
  return loud.has(level) || alarming.test(pattern)
}
