import { minuteMs, toTimestamp } from '@signalbox/contracts'
/** A time range as in query routes: ISO 8601. */
export interface MeasuredWindow {
  /** Inclusive. */
  start: string
  /** Exclusive. */
  end: string
}

/** Windows up to this many minutes use one-minute steps, longer ones five-minute steps. */
const minuteStepsMax = 480

/** Returns the window of the given minutes before an instant. @param endMs Unix milliseconds. */
export function windowBefore(endMs: number, minutes: number): MeasuredWindow {
  return { start: toTimestamp(endMs - minutes * minuteMs), end: toTimestamp(endMs) }
}

/**
 * Returns the window before an instant, aligned to the steps of a series: points start at multiples of their length, so
 * an aligned window contains only complete points.
 */
export function stepsBefore(endMs: number, minutes: number): { window: MeasuredWindow; interval_seconds: number } {
  const stepMs = minutes > minuteStepsMax ? 5 * minuteMs : minuteMs
  const window = windowBefore(Math.floor(endMs / stepMs) * stepMs, minutes)
  return { window, interval_seconds: stepMs / 1_000 }
}
