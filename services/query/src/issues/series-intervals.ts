import { dayMs, hourMs } from '@signalbox/contracts'
import type { TimeWindow } from '../selection/time-window.js'

/** Equal intervals that cover a window. They start at multiples of their length, in Unix milliseconds. */
export interface SeriesIntervals {
  /** Start of the first: at or before the start of the window. */
  startMs: number
  lengthMs: number
  count: number
}

const lengthsBelowHourMs = [1_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000]

function cover({ startMs, endMs }: TimeWindow, lengthMs: number): SeriesIntervals {
  const first = Math.floor(startMs / lengthMs)
  return { startMs: first * lengthMs, lengthMs, count: Math.max(Math.ceil(endMs / lengthMs) - first, 1) }
}

/**
 * The shortest intervals of which at most this many cover the window: full hours from one hour up, full days from one
 * day up.
 */
export function chooseSeriesIntervals(window: TimeWindow, intervalsMax: number): SeriesIntervals {
  const short = lengthsBelowHourMs.map((lengthMs) => cover(window, lengthMs)).find(({ count }) => count <= intervalsMax)
  if (short !== undefined) return short
  const hours = coverByUnits(window, intervalsMax, hourMs)
  return hours.lengthMs > dayMs ? coverByUnits(window, intervalsMax, dayMs) : hours
}

function coverByUnits(window: TimeWindow, intervalsMax: number, unitMs: number): SeriesIntervals {
  let units = Math.max(Math.floor((window.endMs - window.startMs) / unitMs / intervalsMax), 1)
  while (cover(window, units * unitMs).count > intervalsMax && units * unitMs < window.endMs) units += 1
  return cover(window, units * unitMs)
}

/** Adds an occurrence to its interval; anything beyond the last interval counts there. */
export function addToSeries(series: number[], intervals: SeriesIntervals, moment: { atMs: number; events: number }) {
  const index = Math.floor((moment.atMs - intervals.startMs) / intervals.lengthMs)
  const within = Math.min(Math.max(index, 0), intervals.count - 1)
  series[within] = (series[within] ?? 0) + moment.events
}

export function emptySeries({ count }: SeriesIntervals): number[] {
  return Array.from({ length: count }, () => 0)
}
