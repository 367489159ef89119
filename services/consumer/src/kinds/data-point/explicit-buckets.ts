import type { ExponentialHistogramPoint } from '@signalbox/otlp'

/** Buckets by their upper bounds. */
interface ExplicitBuckets {
  bounds: number[]
  /** One more than bounds. */
  counts: number[]
}

/**
 * Converts an exponential histogram to explicit bounds, lowest first. A positive bucket reaches from 2^(2^-scale · index)
 * to the next bound, a negative one is its mirror image, and the zero bucket lies between them. Bounds that a double
 * cannot tell from the one before join that bucket, for example near zero at coarse scales; a bound beyond the greatest
 * double is the open end.
 * @returns undefined when scale, offset or zero threshold is not a number.
 */
export function toExplicitBuckets(point: ExponentialHistogramPoint): ExplicitBuckets | undefined {
  const { scale, zeroCount, zeroThreshold, positive, negative } = point
  const boundOf = (index: number) => 2 ** (index * 2 ** -scale)
  const buckets: ExplicitBuckets = { bounds: [], counts: [] }
  let beyond = 0
  const add = (at: number, count: number) => {
    const bound = Math.max(at, -Number.MAX_VALUE)
    const last = buckets.bounds.length - 1
    if (bound === Infinity) beyond += count
    else if (bound <= (buckets.bounds[last] ?? -Infinity)) buckets.counts[last] = (buckets.counts[last] ?? 0) + count
    else {
      buckets.bounds.push(bound)
      buckets.counts.push(count)
    }
  }
  const lowest = -boundOf(negative.offset + negative.counts.length)
  if (negative.counts.length > 0 && Number.isFinite(lowest)) add(lowest, 0)
  for (const [index, count] of [...negative.counts.entries()].reverse()) add(-boundOf(negative.offset + index), count)
  add(Math.max(0, zeroThreshold), zeroCount)
  if (positive.counts.length > 0) add(boundOf(positive.offset), 0)
  for (const [index, count] of positive.counts.entries()) add(boundOf(positive.offset + index + 1), count)
  buckets.counts.push(beyond)
  return buckets.bounds.some((bound) => Number.isNaN(bound)) ? undefined : buckets
}
