import { ServiceError, limits } from '@signalbox/contracts'
import type { TimeWindow } from '../selection/time-window.js'

/** How a series is divided into points. */
export interface PointGrid {
  intervalSeconds: number
  /** The time range covered by points: at most the allowed number of intervals. */
  window: { startMs: number; untilMs: number }
}

/** Readable interval lengths, in seconds. */
const easyLengths = [10, 30, 60, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 604_800]
const pointsByDefault = 150

/**
 * Number of intervals that a range touches: they start at multiples of their length, so the first may start before it.
 */
function intervalsIn({ startMs, endMs }: Pick<TimeWindow, 'startMs' | 'endMs'>, seconds: number): number {
  const lengthMs = seconds * 1000
  return Math.ceil((endMs - Math.floor(startMs / lengthMs) * lengthMs) / lengthMs)
}

/**
 * @param asked Seconds; undefined to choose a length that yields a readable number of points.
 * @throws ServiceError `invalid-parameters` if the range has more intervals of this length than allowed.
 */
export function gridOf(window: TimeWindow, asked: number | undefined): PointGrid {
  const intervalSeconds =
    asked ?? easyLengths.find((seconds) => intervalsIn(window, seconds) <= pointsByDefault) ?? 604_800
  const most = limits.query.appMetricBucketsMax
  if (intervalsIn(window, intervalSeconds) > most) throw tooFine(window)
  const lengthMs = intervalSeconds * 1000
  const firstMs = Math.floor(window.startMs / lengthMs) * lengthMs
  // Measurements of senders whose clocks are ahead of ours are beyond the end.
  const untilMs = Math.min(window.untilMs, firstMs + most * lengthMs)
  return { intervalSeconds, window: { startMs: window.startMs, untilMs } }
}

function tooFine({ startMs, endMs }: TimeWindow): ServiceError {
  const least = Math.ceil((endMs - startMs) / 1000 / (limits.query.appMetricBucketsMax - 1))
  const detail = `must be at least ${least} for this range`
  return new ServiceError('invalid-parameters', {
    detail,
    faults: [{ in: 'query', name: 'interval_seconds', detail }],
  })
}
