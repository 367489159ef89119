import { minuteMs } from '@signalbox/contracts'
import type { FactPack, SeriesFacts } from '../../facts/fact-pack.js'
import type { TimeWindow } from '../../investigation/time-window.js'

/** Nothing for so long, and for so many times as long as ever else, is a hole; of fewer minutes none is usual. */
const hole = { leastMs: 4 * minuteMs, times: 2, minutesMin: 30 }
/** What is seen so soon after a hole may have begun within it. */
const afterHoleMs = 2 * minuteMs
/** An alert about a service that was silent for so long before it cannot be looked into. */
const silentMs = 5 * minuteMs

/**
 * A stretch of time right before an onset in which nothing was received, though something always is: the trouble may have
 * begun anywhere in it. @returns null where there is none.
 */
export function findHole(facts: FactPack, onset: number | null): TimeWindow | null {
  const measured = measuredAt(facts)
  if (onset === null || new Set(measured).size < hole.minutesMin) return null
  const times = [...new Set([...measured, ...saidAt(facts)])].sort((a, b) => a - b)
  const gaps = times.slice(1).map((end, index) => ({ start: times[index] ?? end, end }))
  const [longest, next] = gaps.sort((a, b) => b.end - b.start - (a.end - a.start))
  if (longest === undefined || next === undefined) return null
  const { start, end } = longest
  const isHole = end - start >= Math.max(hole.leastMs, hole.times * (next.end - next.start))
  return isHole && onset > start && onset <= end + afterHoleMs ? longest : null
}

/** The service that an alert is about, where nothing was received from it shortly before; null where it is heard. */
export function findSilent(facts: FactPack): { service: string; since: number | null } | null {
  const { service, isFired, firedAt } = facts.alert
  if (!isFired || service === null) return null
  const isOwn = (name: string) => name === service
  const last = [...measuredAt(facts, isOwn), ...saidAt(facts, isOwn)].reduce(
    (most, at) => Math.max(most, at),
    -Infinity,
  )
  return last >= firedAt - silentMs ? null : { service, since: Number.isFinite(last) ? last : null }
}

/** Minutes in which something was measured. What is counted here is 0 where nothing was received, and tells nothing. */
function measuredAt({ series }: FactPack, isAsked = (_service: string) => true): number[] {
  const isSent = ({ source, metric }: SeriesFacts) =>
    source === 'container' || source === 'app' || (source === 'spans' && metric !== 'requests')
  return series
    .filter((one) => isAsked(one.service) && isSent(one))
    .flatMap(({ points }) => points.map(([at]) => wholeMinute(at)))
}

/** Minutes in which something was said or called. */
function saidAt({ logPatterns, spans, errorGroups }: FactPack, isAsked = (_service: string) => true): number[] {
  return [
    ...logPatterns.flatMap((one) => (isAsked(one.service) ? [one.lastAt, ...one.counts.map(([at]) => at)] : [])),
    ...spans.flatMap(({ service, at }) => (isAsked(service) ? [at] : [])),
    ...errorGroups.flatMap(({ service, lastSeenAt }) => (isAsked(service) ? [lastSeenAt] : [])),
  ].map(wholeMinute)
}

function wholeMinute(at: number): number {
  return Math.floor(at / minuteMs) * minuteMs
}
