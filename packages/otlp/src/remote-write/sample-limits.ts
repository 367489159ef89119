import type { MetricPoint } from '../model.js'
import { checkCount, itemsMax } from '../protobuf/walk-request.js'

/** Buckets of all histograms of a request: a few bytes can leave out thousands of them, which are there once they are read. */
const bucketsMax = 2_000_000

/** Bounds what the samples of one request take in memory. */
export class SampleLimits {
  #samples = 0
  #buckets = 0

  /** To be called for every series. @throws TooLargeError */
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
