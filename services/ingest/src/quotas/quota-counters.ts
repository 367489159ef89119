/** What one item takes from one counter. */
export interface QuotaDraw {
  /** Counter name, shared by everyone the quota applies to. */
  key: string
  windowMs: number
  limit: number
  /** Items or bytes; 0 only checks. */
  amount: number
}

/** Result of a draw. */
export interface QuotaWindow {
  /** True if the counter was already exhausted or has less left than requested. */
  isOver: boolean
  /** End of the counter's window, in Unix milliseconds. */
  endsAt: number
}

/**
 * Counts usage in fixed windows. Windows start at multiples of their length in Unix time, so a daily quota follows the
 * UTC day and all processes agree.
 */
export interface QuotaCounters {
  /**
   * Processes items one after the other: each takes from all of its counters, or from none if any of them is exhausted.
   * @returns one window per draw, in the same order.
   * @throws if the counters are unreachable; callers then accept the request.
   */
  take(items: readonly (readonly QuotaDraw[])[]): Promise<readonly (readonly QuotaWindow[])[]>
}

/** End of the window that contains `time`, in Unix milliseconds. */
export function endOfWindow(windowMs: number, time: number): number {
  return (Math.floor(time / windowMs) + 1) * windowMs
}
