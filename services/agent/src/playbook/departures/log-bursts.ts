import { minuteMs } from '@signalbox/contracts'
import type { LogPatternFacts } from '../../facts/fact-pack.js'
import { burstProbability } from '../../statistics/count-burst.js'
import { median } from '../../statistics/robust.js'
import type { AlertRange } from './departure.js'

/** Minimum lines, and minutes with lines, that a pattern must have around the alert. */
const alive = { fromMs: 12 * minuteMs, linesMin: 3, minutesMin: 3 }
/** A gap this many times the usual gap ends a burst, within these bounds. */
const gap = { usual: 4, minMs: 5 * minuteMs, maxMs: 15 * minuteMs }
/** Anything seen in the first minutes of the data existed before. */
const knownMs = 15 * minuteMs
/** A burst must be at least this many times as frequent as before, plus this many lines per minute. */
const rise = { ratio: 2.5, perMinute: 0.05 }
/** Penalty for quiet log levels: they have hundreds of patterns, and one of them is rare by chance. */
const quietPenalty = 50
const quietLevels: ReadonlySet<string> = new Set(['trace', 'debug', 'info'])

/** A log pattern that is present when the alert fires and was absent or rare before. */
export interface LogBurst {
  pattern: LogPatternFacts
  at: number
  p: number
}

export function isQuiet({ level }: LogPatternFacts): boolean {
  return quietLevels.has(level)
}

/** @param start When the data begins, Unix milliseconds. */
export function findLogBursts(patterns: readonly LogPatternFacts[], alertRange: AlertRange, start: number): LogBurst[] {
  const usual = usualRates(patterns, alertRange, start)
  return patterns.flatMap((pattern) => {
    const burst = findBurst(pattern, alertRange, start)
    if (!burst) return []
    const minutes = Math.max(1, (alertRange.until - burst.at) / minuteMs)
    const past = { count: burst.before, minutes: Math.max(1, (burst.at - start) / minuteMs) }
    const usualRate = usual.get(pattern.service) ?? fallbackRate
    const chance = burstProbability({ ...past, usualRate }, { count: burst.count, minutes })
    const isMore = burst.count / minutes >= rise.ratio * (past.count / past.minutes) + rise.perMinute
    // Correction for multiple windows: any other stretch of this length could have stood out, or been as quiet as the
    // past.
    const stretches = (past.minutes + minutes) / Math.min(past.minutes, minutes)
    const p = Math.min(1, chance * stretches * (isQuiet(pattern) ? quietPenalty : 1))
    return isMore && p < 0.05 ? [{ pattern, at: burst.at, p }] : []
  })
}

function findBurst({ counts, firstAt }: LogPatternFacts, { firedAt, until }: AlertRange, start: number) {
  const seen = counts.filter(([at]) => at <= until)
  const now = seen.filter(([at]) => at >= firedAt - alive.fromMs)
  if (now.length < alive.minutesMin || sum(now) < alive.linesMin) return undefined
  const gaps = now.slice(1).map(([at], index) => at - (now[index]?.[0] ?? at))
  const longest = Math.min(gap.maxMs, Math.max(gap.minMs, gap.usual * median(gaps)))
  let first = seen.length - now.length
  while (first > 0 && (seen[first]?.[0] ?? 0) - (seen[first - 1]?.[0] ?? 0) <= longest) first--
  const at = Math.max(seen[first]?.[0] ?? 0, first === 0 ? firstAt : 0)
  if (at - start < knownMs) return undefined
  return { at, count: sum(seen.slice(first)), before: sum(seen.slice(0, first)) }
}

const fallbackRate = 0.5 / 15

/** By service, lines per minute of warnings that first appear in a quiet hour. */
function usualRates(patterns: readonly LogPatternFacts[], { firedAt }: AlertRange, start: number): Map<string, number> {
  const news = new Map<string, { lines: number; patterns: number }>()
  for (const pattern of patterns) {
    const { service, firstAt, counts } = pattern
    const known = news.get(service) ?? { lines: 0, patterns: 0 }
    news.set(service, known)
    if (isQuiet(pattern) || firstAt < start + knownMs || firstAt > firedAt - 45 * minuteMs) continue
    known.lines += sum(counts.filter(([at]) => at < firstAt + knownMs))
    known.patterns += 1
  }
  return new Map(
    [...news].map(([service, { lines, patterns: all }]) => [service, (0.5 * (lines + 0.5)) / (all + 1) / 15]),
  )
}

function sum(counts: LogPatternFacts['counts']): number {
  return counts.reduce((total, [, count]) => total + count, 0)
}
