import type { ServicePoint } from '@signalbox/contracts'
import { minuteMs } from '../../parts/time/format-time.js'

/** A service's metrics per minute; null if nothing was sent. */
export interface MinuteSeries {
  /** Starts of the minutes in ascending Unix milliseconds. */
  times: readonly number[]
  requests: readonly (number | null)[]
  /** Share of failed requests, 0 to 1. */
  failed: readonly (number | null)[]
  p95Ms: readonly (number | null)[]
  errorEvents: readonly (number | null)[]
}

/** Aligns points to every minute of a range: minutes missing from the response are gaps, not zeros. */
export function readSeries(
  points: readonly ServicePoint[],
  { startMs, endMs }: { startMs: number; endMs: number },
): MinuteSeries {
  const byMinute = new Map(points.map((point) => [Date.parse(point.timestamp), point]))
  const times = Array.from(
    { length: Math.max(0, (endMs - startMs) / minuteMs) },
    (_, index) => startMs + index * minuteMs,
  )
  const read = (value: (point: ServicePoint) => number | null) =>
    times.map((at) => {
      const point = byMinute.get(at)
      return point === undefined ? null : value(point)
    })
  return {
    times,
    // All zeros means that the service sends no traces.
    requests: points.some(({ requests }) => requests > 0) ? read(({ requests }) => requests) : times.map(() => null),
    failed: read(({ requests, errors }) => (requests === 0 ? null : errors / requests)),
    p95Ms: read(({ p95_ms: p95Ms }) => p95Ms),
    errorEvents: read(({ error_events: events }) => events),
  }
}
