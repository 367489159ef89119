/** Nanoseconds exceed the exact range of doubles; all arithmetic here stays below 2^53. */
const usPerHigh = 4_294_967
const nsRestPerHigh = 296
const nsPerUs = 1_000

/** An instant: whole Unix microseconds plus the remaining nanoseconds. */
export interface UnixTime {
  us: number
  /** 0 to 999. */
  ns: number
}

/** Converts an unsigned 64-bit number of Unix nanoseconds, given as two halves. */
export function toUnixTime(high: number, low: number): UnixTime {
  const rest = high * nsRestPerHigh + low
  return { us: high * usPerHigh + Math.floor(rest / nsPerUs), ns: rest % nsPerUs }
}

/** Converts an unsigned 64-bit number of Unix nanoseconds to microseconds, rounded down. */
export function toUnixUs(high: number, low: number): number {
  return high * usPerHigh + Math.floor((high * nsRestPerHigh + low) / nsPerUs)
}

/** Nanoseconds between two instants; 0 if the end is unknown or before the start, since clocks get adjusted. */
export function nsBetween(start: UnixTime, end: UnixTime): number {
  return Math.max(0, (end.us - start.us) * nsPerUs + end.ns - start.ns)
}
