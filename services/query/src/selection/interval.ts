import { ServiceError, limits } from '@signalbox/contracts'
import type { TimeWindow } from './time-window.js'

/** Interval lengths in seconds, shortest first. */
const lengths = [60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400]

/** Number of intervals that a range touches: they start at multiples of their length. */
function intervalsIn({ startMs, untilMs }: TimeWindow, seconds: number): number {
  const lengthMs = seconds * 1000
  return Math.ceil(untilMs / lengthMs) - Math.floor(startMs / lengthMs)
}

/**
 * Interval length in seconds: as requested, else the shortest with which this many series stay within the response's
 * point limit.
 * @throws ServiceError `invalid-parameters` if the range has more intervals of the requested length than allowed.
 */
export function chooseInterval(window: TimeWindow, { asked, series }: { asked: number | undefined; series: number }) {
  const { seriesIntervalsMax, seriesPointsMax } = limits.query
  if (asked !== undefined && intervalsIn(window, asked) > seriesIntervalsMax) throw tooFine(window)
  const fits = (seconds: number) => {
    const intervals = intervalsIn(window, seconds)
    return intervals <= seriesIntervalsMax && intervals * series <= seriesPointsMax
  }
  return asked ?? lengths.find(fits) ?? 86_400
}

function tooFine({ startMs, untilMs }: TimeWindow): ServiceError {
  const least = Math.ceil((untilMs - startMs) / 1000 / (limits.query.seriesIntervalsMax - 1))
  const detail = `must be at least ${least} for this range`
  return new ServiceError('invalid-parameters', {
    detail,
    faults: [{ in: 'query', name: 'interval_seconds', detail }],
  })
}

/** Start of the interval that contains a time, Unix milliseconds, in SQL; binds `intervalMs`. */
export function intervalOf(column: string): string {
  return `intDiv(toUnixTimestamp64Milli(${column}), {intervalMs:Int64}) * {intervalMs:Int64}`
}
