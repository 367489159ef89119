import { minuteMs } from '@signalbox/contracts'
import type { FactPack, SeriesFacts } from '../../facts/fact-pack.js'
import type { TimeWindow } from '../../investigation/time-window.js'

/**
 * A gap is a hole if it has this minimum length and is this many times as long as any other. With data for fewer
 * minutes, gaps are normal.
 */
const hole = { leastMs: 4 * minuteMs, times: 2, minutesMin: 30 }
/** Signals this soon after a hole may have begun within it. */
const afterHoleMs = 2 * minuteMs
/** An alert about a service that was silent for this long before cannot be investigated. */
const silentMs = 5 * minuteMs

/**
 * Finds a gap right before the onset in which nothing was received, although something always is: the problem may have
 * begun anywhere within it.
 * @returns null if there is none.
 */
export function findGap(facts: FactPack, onset: number | null): TimeWindow | null {
  const measured = measuredAt(facts)
  if (onset === null || new Set(measured).size < hole.minutesMin) return null
  const times = [...new Set([...measured, ...reportedAt(facts)])].sort((a, b) => a - b)
  const gaps = times.slice(1).map((end, index) => ({ start: times[index] ?? end, end }))
  const [longest, next] = gaps.sort((a, b) => b.end - b.start - (a.end - a.start))
  if (longest === undefined || next === undefined) return null
  const { start, end } = longest
  const isHole = end - start >= Math.max(hole.leastMs, hole.times * (next.end - next.start))
  return isHole && onset > start && onset <= end + afterHoleMs ? longest : null
}

/** The alert's service if nothing was received from it shortly before the alert; otherwise null. */
export function findSilent(facts: FactPack): { service: string; since: number | null } | null {
  const { service, isFired, firedAt } = facts.alert
  if (!isFired || service === null) return null
  const isOwn = (name: string) => name === service
  const last = [...measuredAt(facts, isOwn), ...reportedAt(facts, isOwn)].reduce(
    (most, at) => Math.max(most, at),
    -Infinity,
  )
  return last >= firedAt - silentMs ? null : { service, since: Number.isFinite(last) ? last : null }
}

/** Times with measurements. Derived counts are excluded: they are 0 if nothing was received. */
function measuredAt({ series }: FactPack, isAsked = (_service: string) => true): number[] {
  const isSent = ({ source, metric }: SeriesFacts) =>
    source === 'container' || source === 'app' || (source === 'spans' && metric !== 'requests')
  return series
    .filter((one) => isAsked(one.service) && isSent(one))
    .flatMap(({ points }) => points.map(([at]) => wholeMinute(at)))
}

/** Minutes with log entries, errors or calls. */
function reportedAt({ logPatterns, spans, errorGroups }: FactPack, isAsked = (_service: string) => true): number[] {
  return [
    ...logPatterns.flatMap((one) => (isAsked(one.service) ? [one.lastAt, ...one.counts.map(([at]) => at)] : [])),
    ...spans.flatMap(({ service, at }) => (isAsked(service) ? [at] : [])),
    ...errorGroups.flatMap(({ service, lastSeenAt }) => (isAsked(service) ? [lastSeenAt] : [])),
  ].map(wholeMinute)
}

function wholeMinute(at: number): number {
  return Math.floor(at / minuteMs) * minuteMs
}
