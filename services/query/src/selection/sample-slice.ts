/** Number of samples in a time range. */
export interface SampleBucket {
  /** Unix milliseconds. */
  startMs: number
  count: number
}

/** The time range that contains a page, and where the page starts within it. */
export interface SampleSlice {
  startMs: number
  /** Exclusive. */
  untilMs: number
  /** Samples of the slice before the page. */
  offset: number
}

/**
 * The smallest slice that contains the page.
 * @param buckets Newest first.
 * @returns undefined if the page is beyond the last sample.
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
