import { minuteMs, toTimestamp } from '@signalbox/contracts'
/** A stretch of time as query routes take it: ISO 8601. */
export interface MeasuredWindow {
  /** Inclusive. */
  start: string
  /** Exclusive. */
  end: string
}

/** Series are asked for in minutes, and over a longer window in steps of five. */
const minuteStepsMax = 480

/** The minutes before an instant. @param endMs Unix milliseconds. */
export function windowBefore(endMs: number, minutes: number): MeasuredWindow {
  return { start: toTimestamp(endMs - minutes * minuteMs), end: toTimestamp(endMs) }
}

/**
 * The minutes before an instant as whole steps of a series: points begin at multiples of their length, so that such a
 * window leaves nothing out and takes nothing in.
 */
export function stepsBefore(endMs: number, minutes: number): { window: MeasuredWindow; interval_seconds: number } {
  const stepMs = minutes > minuteStepsMax ? 5 * minuteMs : minuteMs
  const window = windowBefore(Math.floor(endMs / stepMs) * stepMs, minutes)
  return { window, interval_seconds: stepMs / 1_000 }
}
