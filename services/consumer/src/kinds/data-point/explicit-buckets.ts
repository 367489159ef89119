import type { ExponentialHistogramPoint } from '@signalbox/otlp'

/** Buckets by their upper bounds. */
interface ExplicitBuckets {
  bounds: number[]
  /** One more than bounds. */
  counts: number[]
}

/**
 * The buckets of an exponential histogram by their bounds, from the lowest: a positive bucket reaches from
 * 2^(2^-scale · index) up to the next, a negative one is its mirror image, and what is next to zero lies between.
 * @returns undefined when a bound is beyond what a double holds.
 */
export function toExplicitBuckets(point: ExponentialHistogramPoint): ExplicitBuckets | undefined {
  const { scale, zeroCount, zeroThreshold, positive, negative } = point
  const boundOf = (index: number) => 2 ** (index * 2 ** -scale)
  const buckets: ExplicitBuckets = { bounds: [], counts: [] }
  const add = (bound: number, count: number) => {
    buckets.bounds.push(bound)
    buckets.counts.push(count)
  }
  if (negative.counts.length > 0) add(-boundOf(negative.offset + negative.counts.length), 0)
  for (const [index, count] of [...negative.counts.entries()].reverse()) add(-boundOf(negative.offset + index), count)
  add(Math.max(0, zeroThreshold), zeroCount)
  if (positive.counts.length > 0 && boundOf(positive.offset) > zeroThreshold) add(boundOf(positive.offset), 0)
  for (const [index, count] of positive.counts.entries()) add(boundOf(positive.offset + index + 1), count)
  buckets.counts.push(0)
  const isRising = buckets.bounds.every(
    (bound, index) => Number.isFinite(bound) && bound > (buckets.bounds[index - 1] ?? -Infinity),
  )
  return isRising ? buckets : undefined
}
