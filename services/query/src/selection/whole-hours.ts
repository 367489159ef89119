import { hourMs } from '@signalbox/contracts'
import type { Filter } from './filter.js'
import type { TimeWindow } from './time-window.js'

/** A window in two parts without a common hour. */
export interface SplitWindow {
  /** The full hours, by the expression that projections are grouped by. */
  whole: Filter
  /** The rest: before the first full hour and after the last. Rows outside the window also match. */
  broken: Filter
}

/** Splits a window such that its full hours can be read from a projection, and the rest from the rows. */
export function splitWindow(column: string, window: Pick<TimeWindow, 'startMs' | 'untilMs'>): SplitWindow {
  const hour = `toStartOfHour(${column})`
  const firstMs = Math.ceil(window.startMs / hourMs) * hourMs
  const lastMs = Math.max(Math.floor(window.untilMs / hourMs) * hourMs, firstMs)
  const parameters = { firstHour: firstMs / 1_000, lastHour: lastMs / 1_000 }
  return {
    whole: {
      sql: `${hour} >= toDateTime({firstHour:UInt32}, 'UTC') AND ${hour} < toDateTime({lastHour:UInt32}, 'UTC')`,
      parameters,
    },
    broken: {
      sql:
        `${hour} >= toDateTime({startHour:UInt32}, 'UTC') AND ` +
        `(${hour} < toDateTime({firstHour:UInt32}, 'UTC') OR ${hour} >= toDateTime({lastHour:UInt32}, 'UTC'))`,
      parameters: { ...parameters, startHour: Math.floor(window.startMs / hourMs) * (hourMs / 1_000) },
    },
  }
}
