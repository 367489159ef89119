import type { DataPointAggregate } from '@signalbox/contracts'
import { noBound, type StoredGains } from './stored-gains.js'

/** @returns null when the points say nothing about it. */
type Aggregate = (gains: StoredGains, intervalSeconds: number) => number | null

const quantile = (ratio: number): Aggregate => {
  return ({ isLevel, ...gains }) => (isLevel === 1 ? null : quantileOf(gains, ratio))
}

const aggregates: { [Name in DataPointAggregate]: Aggregate } = {
  avg: (gains) => {
    if (gains.isLevel === 1) return gains.avg
    return gains.gained === 0 ? null : gains.gainedSum / gains.gained
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

/** What the points of an interval become. */
export function aggregateGains(name: DataPointAggregate, gains: StoredGains, intervalSeconds: number): number | null {
  const value = aggregates[name](gains, intervalSeconds)
  return value !== null && Number.isFinite(value) ? value : null
}

/** Sums have values of their own, which nothing is summed up beside. */
function isCountOnly({ sumOfAverages }: StoredGains): boolean {
  return sumOfAverages !== null
}

interface Bucket {
  lower: number
  upper: number
  count: number
}

/** Interpolated within the bucket that the quantile lies in; a bucket without an end counts as its known end. */
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

/** Buckets of a histogram whose bounds changed may be less than empty: what is below has what they lack. */
function toBuckets({ gainedBuckets, lowerBounds }: Pick<StoredGains, 'gainedBuckets' | 'lowerBounds'>): Bucket[] {
  const [uppers, counts] = gainedBuckets
  const counted = new Map(uppers.map((upper, index) => [upper, counts[index] ?? 0]))
  const [bounds, lowers] = lowerBounds
  return bounds
    .map((upper, index) => ({ upper, lower: lowers[index] ?? -noBound, count: Math.max(0, counted.get(upper) ?? 0) }))
    .sort((left, right) => left.upper - right.upper)
}
