import { dayMs, hourMs } from '@signalbox/contracts'
import type { Filter } from './filter.js'
import type { TimeWindow } from './time-window.js'

type Bounds = Pick<TimeWindow, 'startMs' | 'untilMs'>

/** A window in disjoint parts. Empty ones are undefined. */
export interface DividedWindow {
  /** The full days (UTC) that are settled, by the expression that projections are grouped by. */
  settledDays: Filter | undefined
  /** The other full days, by the same expression. */
  days: Filter | undefined
  /** The full hours before and after these. */
  hours: Filter | undefined
  /** The remaining rows. */
  rows: Filter | undefined
}

/**
 * Divides a window such that most of it can be read from projections by day and by hour.
 * @param prefix Prefix of bound names, so that one statement can contain several windows.
 * @param hasHours True if there is a projection by hour; otherwise, full hours are left to the rows.
 * @param settledUntilMs Start of the first day that isn't settled, Unix milliseconds; by default, no day is settled.
 */
export function divideWindow(
  column: string,
  window: Bounds,
  { prefix, hasHours, settledUntilMs = 0 }: { prefix: string; hasHours: boolean; settledUntilMs?: number | undefined },
): DividedWindow {
  const days = wholeWithin(window, dayMs)
  const hours = hasHours ? wholeWithin(window, hourMs) : days
  const cutMs = Math.min(Math.max(settledUntilMs, days.startMs), days.untilMs)
  const settled = { startMs: days.startMs, untilMs: cutMs }
  const recent = { startMs: cutMs, untilMs: days.untilMs }
  return {
    settledDays: isEmpty(settled) ? undefined : withinDays(column, settled, `${prefix}Settled`),
    days: isEmpty(recent) ? undefined : withinDays(column, recent, prefix),
    hours: isEmpty(hours) || isSame(hours, days) ? undefined : withinHours(column, { hours, days }, prefix),
    rows: isSame(window, hours) ? undefined : withinRest(column, { window, whole: hours }, prefix),
  }
}

/** The part of a window that consists of full units; empty at its start if there is none. */
function wholeWithin({ startMs, untilMs }: Bounds, unitMs: number): Bounds {
  const firstMs = Math.ceil(startMs / unitMs) * unitMs
  return { startMs: firstMs, untilMs: Math.max(Math.floor(untilMs / unitMs) * unitMs, firstMs) }
}

function isEmpty({ startMs, untilMs }: Bounds): boolean {
  return startMs >= untilMs
}

function isSame(one: Bounds, other: Bounds): boolean {
  return one.startMs === other.startMs && one.untilMs === other.untilMs
}

function withinDays(column: string, days: Bounds, prefix: string): Filter {
  const [first, last] = [`${prefix}FirstDay`, `${prefix}LastDay`]
  const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return {
    sql: `toDate(${column}) >= {${first}:Date} AND toDate(${column}) < {${last}:Date}`,
    parameters: { [first]: dateOf(days.startMs), [last]: dateOf(days.untilMs) },
  }
}

function withinHours(column: string, { hours, days }: { hours: Bounds; days: Bounds }, prefix: string): Filter {
  const hour = `toStartOfHour(${column})`
  const bound = (name: string) => `toDateTime({${prefix}${name}:UInt32}, 'UTC')`
  return {
    sql:
      `${hour} >= ${bound('FirstHour')} AND ${hour} < ${bound('LastHour')} AND ` +
      `(${hour} < ${bound('DaysFrom')} OR ${hour} >= ${bound('DaysUntil')})`,
    parameters: {
      [`${prefix}FirstHour`]: hours.startMs / 1_000,
      [`${prefix}LastHour`]: hours.untilMs / 1_000,
      [`${prefix}DaysFrom`]: days.startMs / 1_000,
      [`${prefix}DaysUntil`]: days.untilMs / 1_000,
    },
  }
}

/** Like `withinWindow`, with prefixed names. */
export function withinMoments(column: string, window: Bounds, prefix: string): Filter {
  return {
    sql: `${column} >= ${momentOf(`${prefix}From`)} AND ${column} < ${momentOf(`${prefix}Until`)}`,
    parameters: { [`${prefix}From`]: window.startMs, [`${prefix}Until`]: window.untilMs },
  }
}

function momentOf(name: string): string {
  return `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`
}

function withinRest(column: string, { window, whole }: { window: Bounds; whole: Bounds }, prefix: string): Filter {
  const within = withinMoments(column, window, prefix)
  const outside = `${column} < ${momentOf(`${prefix}WholeFrom`)} OR ${column} >= ${momentOf(`${prefix}WholeUntil`)}`
  return {
    sql: `${within.sql} AND (${outside})`,
    parameters: {
      ...within.parameters,
      [`${prefix}WholeFrom`]: whole.startMs,
      [`${prefix}WholeUntil`]: whole.untilMs,
    },
  }
}
