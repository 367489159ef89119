import type { ServicePoint, ServicesResponse } from '@signalbox/contracts'
import type { EvidenceId, SeriesFacts, SeriesSource } from './fact-pack.js'
import type { TimeWindow } from '../investigation/time-window.js'

type Point = readonly [at: number, value: number]

interface ServiceSeries {
  service: string
  source: SeriesSource
  metric: string
  points: readonly Point[]
}

/** A series with fewer points doesn't establish a level. */
const pointsMin = 5

/**
 * Derives series from the spans, events and log entries of services. A service that only traces occasionally has no
 * request rate: empty intervals count as zero requests only if most intervals have some.
 */
export function deriveServiceSeries(
  { services, interval_seconds: seconds }: ServicesResponse,
  { window, evidence }: { window: TimeWindow; evidence: EvidenceId },
): SeriesFacts[] {
  const grid = { intervalMs: seconds * 1000, end: window.end }
  return services
    .flatMap(({ service, points }) => [
      ...spanSeries(service, points, grid),
      ...countSeries(service, points, { ...grid, start: window.start }),
    ])
    .filter(({ points }) => points.length >= pointsMin)
    .map(({ service, source, metric, points }) => ({
      id: `${source}:${service}:${metric}`,
      source,
      service,
      metric,
      points,
      evidence,
    }))
}

interface Grid {
  intervalMs: number
  end: number
}

function spanSeries(service: string, all: readonly ServicePoint[], grid: Grid): ServiceSeries[] {
  const points = all.filter(({ requests }) => requests > 0)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return []
  const intervals = (timeOf(last) - timeOf(first)) / grid.intervalMs + 1
  if (points.length < pointsMin || points.length * 2 < intervals) return []
  const requests = fill(points, ({ requests: count }) => count, { ...grid, start: timeOf(first) })
  return [
    { service, source: 'spans', metric: 'requests', points: requests },
    {
      service,
      source: 'spans',
      metric: 'error_ratio',
      points: points.map((one) => [timeOf(one), one.errors / one.requests]),
    },
    { service, source: 'spans', metric: 'latency_p95_ms', points: points.map((one) => [timeOf(one), one.p95_ms ?? 0]) },
  ]
}

/** Counts of failures: 0 in intervals without any. For log entries, only from the first entry on. */
function countSeries(
  service: string,
  points: readonly ServicePoint[],
  grid: Grid & { start: number },
): ServiceSeries[] {
  const logged = points.find(({ logs }) => logs.info + logs.warn + logs.error > 0)
  const warnings = logged ? fill(points, ({ logs }) => logs.warn + logs.error, { ...grid, start: timeOf(logged) }) : []
  const events = points.some(({ error_events: count }) => count > 0)
    ? fill(points, ({ error_events: count }) => count, grid)
    : []
  return [
    { service, source: 'errors', metric: 'events', points: events },
    { service, source: 'logs', metric: 'warnings', points: warnings },
  ]
}

/** One value for every interval from the start; 0 for intervals without a point. */
function fill(
  points: readonly ServicePoint[],
  valueOf: (point: ServicePoint) => number,
  { intervalMs, start, end }: Grid & { start: number },
): Point[] {
  const values = new Map(points.map((point) => [timeOf(point), valueOf(point)]))
  const first = Math.floor(start / intervalMs) * intervalMs
  const intervals = Math.max(0, Math.ceil((end - first) / intervalMs))
  return Array.from({ length: intervals }, (_, index) => {
    const at = first + index * intervalMs
    return [at, values.get(at) ?? 0]
  })
}

function timeOf({ timestamp }: ServicePoint): number {
  return Date.parse(timestamp)
}
