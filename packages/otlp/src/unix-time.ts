/** Nanoseconds are beyond what a double holds exactly; all arithmetic here stays below 2^53. */
const usPerHigh = 4_294_967
const nsRestPerHigh = 296
const nsPerUs = 1_000

/** An instant: whole Unix microseconds, and what is left of it in nanoseconds. */
export interface UnixTime {
  us: number
  /** 0 to 999. */
  ns: number
}

/** The instant of an unsigned 64-bit number of Unix nanoseconds, by its halves. */
export function toUnixTime(high: number, low: number): UnixTime {
  const rest = high * nsRestPerHigh + low
  return { us: high * usPerHigh + Math.floor(rest / nsPerUs), ns: rest % nsPerUs }
}

/** Unix microseconds of an unsigned 64-bit number of Unix nanoseconds, rounded down. */
export function toUnixUs(high: number, low: number): number {
  return high * usPerHigh + Math.floor((high * nsRestPerHigh + low) / nsPerUs)
}

/** Nanoseconds from one instant to the other; 0 when the end is unknown or before the start: clocks are set. */
export function nsBetween(start: UnixTime, end: UnixTime): number {
  return Math.max(0, (end.us - start.us) * nsPerUs + end.ns - start.ns)
}
