/** How many samples a stretch of time holds. */
export interface SampleBucket {
  /** Unix milliseconds. */
  startMs: number
  count: number
}

/** The stretch of time that a page lies in, and where in it the page starts. */
export interface SampleSlice {
  startMs: number
  /** Exclusive. */
  untilMs: number
  /** Samples of the slice that come before the page. */
  offset: number
}

/**
 * The least slice that holds the page.
 * @param buckets Newest first.
 * @returns undefined when the page lies beyond the last sample.
 */
export function sliceOfPage(
  buckets: readonly SampleBucket[],
  bucketMs: number,
  page: { limit: number; offset: number },
): SampleSlice | undefined {
  let before = 0
  let slice: SampleSlice | undefined
  for (const { startMs, count } of buckets) {
    if (before >= page.offset + page.limit) break
    if (before + count > page.offset) {
      slice ??= { startMs, untilMs: startMs + bucketMs, offset: page.offset - before }
      slice.startMs = startMs
    }
    before += count
  }
  return slice
}
