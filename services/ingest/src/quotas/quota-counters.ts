/** What one item takes from one counter. */
export interface QuotaDraw {
  /** Names the counter: the same for all who share a quota. */
  key: string
  windowMs: number
  limit: number
  /** Items or bytes; 0 only asks. */
  amount: number
}

/** What a counter said to a draw. */
export interface QuotaWindow {
  /** Whether it was used up before, or has less left than was asked for. */
  isOver: boolean
  /** Unix milliseconds of the end of the counter's window. */
  endsAt: number
}

/**
 * Counts what is drawn from quotas in fixed windows. Windows begin at multiples of their length in Unix time, so that a
 * quota of a day is one of a day in UTC and all processes agree.
 */
export interface QuotaCounters {
  /**
   * Takes what items ask for, one item after the other: from all of its counters, or from none when one is over.
   * @returns a window for each draw, in the same order.
   * @throws when the counters cannot be reached; requests go on then.
   */
  take(items: readonly (readonly QuotaDraw[])[]): Promise<readonly (readonly QuotaWindow[])[]>
}

/** Unix milliseconds of the end of the window that a time lies in. */
export function endOfWindow(windowMs: number, time: number): number {
  return (Math.floor(time / windowMs) + 1) * windowMs
}
