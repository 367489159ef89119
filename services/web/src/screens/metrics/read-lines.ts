import type { AppMetricPoint, AppMetricSeries, DataPointAggregate, DataPointsResponse } from '@signalbox/contracts'

/** A metric over a range, as lines on common times. */
export interface MetricLines {
  aggregate: DataPointAggregate
  /** `gauge`, `histogram` and so on. */
  type: string
  unit: string
  intervalMs: number
  /** Starts of the intervals in ascending Unix milliseconds. */
  times: readonly number[]
  /** The highest first; none if the metric does not have the aggregate. */
  lines: readonly MetricLine[]
  /** Number of groups that the server left out. */
  leftOut: number
}

export interface MetricLine {
  /** The group; empty for all points together. */
  name: string
  /** One per time; null where there is none. */
  values: readonly (number | null)[]
  last: number
  least: number
  most: number
}

interface Bounds {
  startMs: number
  endMs: number
}

interface Series {
  name: string
  points: readonly { timestamp: string; value: number | null }[]
}

/** Aggregates that grow with the length of an interval: one that is not over yet would look like a drop. */
const growing: ReadonlySet<DataPointAggregate> = new Set(['rate', 'sum', 'count'])

/** Lines of data points; undefined if there are none. */
export function readPointLines(answer: DataPointsResponse, bounds: Bounds): MetricLines | undefined {
  const { metric, aggregate, interval_seconds: seconds, series, groups_left_out: leftOut } = answer
  if (metric === null) return undefined
  const named = series.map(({ group, points }) => ({ name: Object.values(group).filter(Boolean).join(' · '), points }))
  const { kind: type, unit } = metric
  return { aggregate, type, unit, leftOut, ...align(named, { aggregate, intervalMs: seconds * 1_000, ...bounds }) }
}

/** Lines of an application metric; undefined if there are none. */
export function readAppLines(
  answer: AppMetricSeries,
  asked: DataPointAggregate | undefined,
  bounds: Bounds,
): MetricLines | undefined {
  const { type, unit, interval_seconds: seconds, series, others_left_out: leftOut } = answer
  if (type === null) return undefined
  const aggregate = asked ?? (type === 'counter' ? 'rate' : 'avg')
  const named = series.map(({ group, points }) => ({
    name: group ?? '',
    points: points.map((point) => ({ timestamp: point.timestamp, value: valueOf(point, aggregate, seconds) })),
  }))
  const aligned = align(named, { aggregate, intervalMs: seconds * 1_000, ...bounds })
  return { aggregate, type, unit: unit ?? '', leftOut, ...aligned }
}

/** Null for aggregates that application metrics do not have. */
function valueOf(point: AppMetricPoint, aggregate: DataPointAggregate, seconds: number): number | null {
  if (aggregate === 'rate') return point.sum / seconds
  return aggregate === 'p90' || aggregate === 'p99' ? null : point[aggregate]
}

function align(
  series: readonly Series[],
  { aggregate, intervalMs, startMs, endMs }: Bounds & { aggregate: DataPointAggregate; intervalMs: number },
): Pick<MetricLines, 'times' | 'lines' | 'intervalMs'> {
  const first = Math.floor(startMs / intervalMs) * intervalMs
  const count = growing.has(aggregate)
    ? Math.floor((endMs - first) / intervalMs)
    : Math.ceil((endMs - first) / intervalMs)
  const times = Array.from({ length: Math.max(0, count) }, (_, index) => first + index * intervalMs)
  const lines = series.flatMap(({ name, points }) => toLine(name, points, times))
  return { intervalMs, times, lines: lines.toSorted((left, right) => right.most - left.most) }
}

function toLine(name: string, points: Series['points'], times: readonly number[]): MetricLine[] {
  const byTime = new Map(points.map(({ timestamp, value }) => [Date.parse(timestamp), value]))
  const values = times.map((at) => byTime.get(at) ?? null)
  const known = values.filter((value) => value !== null)
  const last = known.at(-1)
  return last === undefined ? [] : [{ name, values, last, least: Math.min(...known), most: Math.max(...known) }]
}
