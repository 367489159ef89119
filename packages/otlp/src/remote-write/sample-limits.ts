import type { MetricPoint } from '../model.js'
import { checkCount, itemsMax } from '../protobuf/walk-request.js'

/**
 * Maximum buckets over all histograms of a request: a few bytes can skip thousands of buckets, which take memory once
 * expanded.
 */
const bucketsMax = 2_000_000

/** Bounds the memory that the samples of a request take. */
export class SampleLimits {
  #samples = 0
  #buckets = 0

  /**
   * Must be called for every series.
   * @throws TooLargeError
   */
  count(points: readonly (MetricPoint | undefined)[]): void {
    this.#samples += points.length
    checkCount(this.#samples, itemsMax, 'samples')
    for (const point of points) this.#buckets += countBuckets(point)
    checkCount(this.#buckets, bucketsMax, 'buckets')
  }
}

function countBuckets(point: MetricPoint | undefined): number {
  if (point?.type === 'histogram') return point.counts.length
  return point?.type === 'exponential_histogram' ? point.positive.counts.length + point.negative.counts.length : 0
}
