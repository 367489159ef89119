import { hourMs } from '@signalbox/contracts'
import { allOf, type Filter } from './filter.js'
import { withinWindow } from './telemetry-scope.js'
import type { TimeWindow } from './time-window.js'

/**
 * Splits a window into its full hours, which can be read from a projection, and the rows before and after them. Without
 * full hours there is only one part: planning a query takes as long as reading many sums.
 */
export function splitWindow(column: string, window: Pick<TimeWindow, 'startMs' | 'untilMs'>): Filter[] {
  const hour = hourOf(column)
  const firstMs = Math.ceil(window.startMs / hourMs) * hourMs
  const lastMs = Math.max(Math.floor(window.untilMs / hourMs) * hourMs, firstMs)
  if (firstMs === lastMs) return [withinWindow(column, window)]
  const whole = betweenHours(column, firstMs, lastMs)
  const broken = {
    sql:
      `${hour} >= toDateTime({startHour:UInt32}, 'UTC') AND ` +
      `(${hour} < toDateTime({firstHour:UInt32}, 'UTC') OR ${hour} >= toDateTime({lastHour:UInt32}, 'UTC'))`,
    parameters: { ...whole.parameters, startHour: Math.floor(window.startMs / hourMs) * (hourMs / 1_000) },
  }
  return [whole, allOf(withinWindow(column, window), broken)]
}

/** Rows of the hours from one to another, by the expression that projections are grouped by. Unix milliseconds. */
export function betweenHours(column: string, firstMs: number, untilMs: number): Filter {
  const hour = hourOf(column)
  return {
    sql: `${hour} >= toDateTime({firstHour:UInt32}, 'UTC') AND ${hour} < toDateTime({lastHour:UInt32}, 'UTC')`,
    parameters: { firstHour: firstMs / 1_000, lastHour: Math.ceil(untilMs / 1_000) },
  }
}

const hourOf = (column: string) => `toStartOfHour(${column})`

/**
 * Rows of some hours, by the expression that projections are grouped by.
 * @param hours Start of each, Unix milliseconds.
 * @param name Bound name of the hours.
 */
export function withinHours(column: string, hours: readonly number[], name: string): Filter {
  const parameters = { [name]: hours.map((startMs) => new Date(startMs).toISOString().slice(0, 19).replace('T', ' ')) }
  return { sql: `${hourOf(column)} IN {${name}:Array(DateTime('UTC'))}`, parameters }
}
