import type { DataPointAggregate } from '@signalbox/contracts'
import { noBound, type StoredGains, type StoredMovement } from './stored-gains.js'

/** @returns null if the points don't contain the aggregate. */
type Aggregate = (gains: StoredGains, intervalSeconds: number) => number | null

const quantile = (ratio: number): Aggregate => {
  return ({ isLevel, ...gains }) => (isLevel === 1 ? null : quantileOf(gains, ratio))
}

const aggregates: { [Name in DataPointAggregate]: Aggregate } = {
  avg: (gains) => {
    if (gains.isLevel === 1) return gains.avg
    return isCountOnly(gains) || gains.gained === 0 ? null : gains.gainedSum / gains.gained
  },
  sum: (gains) => (gains.isLevel === 1 ? gains.sumOfAverages : isCountOnly(gains) ? gains.gained : gains.gainedSum),
  min: (gains) => (gains.isLevel === 1 ? gains.min : gains.least),
  max: (gains) => (gains.isLevel === 1 ? gains.max : gains.greatest),
  rate: (gains, seconds) => (gains.isLevel === 1 ? null : gains.gained / seconds),
  count: (gains) => (gains.isLevel === 1 ? null : gains.gained),
  p50: quantile(0.5),
  p90: quantile(0.9),
  p95: quantile(0.95),
  p99: quantile(0.99),
}

/** Returns one aggregate of the points in an interval, or null if they don't contain it. */
export function aggregateGains(name: DataPointAggregate, gains: StoredGains, intervalSeconds: number): number | null {
  const value = aggregates[name](gains, intervalSeconds)
  return value !== null && Number.isFinite(value) ? value : null
}

type Movement = Omit<StoredMovement, 'service' | 'metric' | 'startMs'>

/**
 * Returns the aggregate that best shows a metric's movement: the mean of levels, the increase of counters, the 95th
 * percentile of histograms (means hide what only a few callers experience), and the mean of summaries.
 */
export function aggregateMovement(moved: Movement): number | null {
  const value = movementOf(moved)
  return value !== null && Number.isFinite(value) ? value : null
}

function movementOf({ isLevel, avg, points, gained, gainedSum, ...buckets }: Movement): number | null {
  if (buckets.gainedBuckets[0].length > 0) return quantileOf(buckets, 0.95)
  if (isLevel === 1) return avg
  if (points > 0) return gained
  return gained === 0 ? null : gainedSum / gained
}

/** True for sums: they count, but contain no measurements to average. */
function isCountOnly({ sumOfAverages }: StoredGains): boolean {
  return sumOfAverages !== null
}

interface Bucket {
  lower: number
  upper: number
  count: number
}

/** Interpolates within the quantile's bucket, as Prometheus does. An open bucket counts as its known bound. */
function quantileOf(gains: Pick<StoredGains, 'gainedBuckets' | 'lowerBounds'>, ratio: number): number | null {
  const buckets = toBuckets(gains)
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  if (total <= 0) return null
  const wanted = total * ratio
  let before = 0
  for (const { lower, upper, count } of buckets) {
    if (count > 0 && before + count >= wanted) return interpolate({ lower, upper }, (wanted - before) / count)
    before += count
  }
  return null
}

function interpolate({ lower, upper }: Omit<Bucket, 'count'>, share: number): number {
  if (upper === noBound) return lower === -noBound ? 0 : lower
  const start = lower === -noBound ? Math.min(0, upper) : lower
  return start + (upper - start) * share
}

/** When a histogram's bounds change, a bucket's gain may be negative: the measurements moved to a finer bucket. */
function toBuckets({ gainedBuckets, lowerBounds }: Pick<StoredGains, 'gainedBuckets' | 'lowerBounds'>): Bucket[] {
  const [uppers, counts] = gainedBuckets
  const counted = new Map(uppers.map((upper, index) => [upper, counts[index] ?? 0]))
  const [bounds, lowers] = lowerBounds
  return bounds
    .map((upper, index) => ({ upper, lower: lowers[index] ?? -noBound, count: Math.max(0, counted.get(upper) ?? 0) }))
    .sort((left, right) => left.upper - right.upper)
}
