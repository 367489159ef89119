import { dayMs, limits } from '@signalbox/contracts'
import { findSettled, settledUntil } from '../memory/settled-days.js'
import type { Filter } from '../selection/filter.js'
import type { ReleaseRequest } from './read-releases.js'
import type { ReleaseContext } from './release-memory.js'

/** Some rows of both tables. */
export type Rows = Record<'events' | 'sessions', Filter>

/** Everything in settled days before the end of a window. What is read of it may be remembered while its mark stays the same. */
export interface SettledRows {
  rows: Rows
  /** Start of the first day that isn't settled, Unix milliseconds. */
  untilMs: number
  mark: string
}

/** Sessions that started earlier are rejected: their days no longer change. */
const settledAfterMs = [...limits.query.settledAfterMs, limits.session.ageMsMax]

/** @returns undefined if there are no settled days, or if all of them have changed lately. */
export async function findSettledRows(
  { store, clock, releaseMemory: { marks } }: ReleaseContext,
  { scope }: ReleaseRequest,
): Promise<SettledRows | undefined> {
  const lastDayMs = Math.floor(scope.window.untilMs / dayMs) * dayMs
  const divisions = settledUntil(clock(), settledAfterMs).map((settledMs) => Math.min(settledMs, lastDayMs))
  const found = await findSettled({ store, marks }, divisions, daysBefore)
  return found && { rows: found.days, untilMs: found.division, mark: found.mark }
}

/** Rows of the full days (UTC) before a time; undefined if there are none. */
function daysBefore(untilMs: number): Rows | undefined {
  if (untilMs <= 0) return undefined
  const parameters = { settledUntil: new Date(untilMs).toISOString().slice(0, 10) }
  const before = (column: string) => ({ sql: `toDate(${column}) < {settledUntil:Date}`, parameters })
  return { events: before('timestamp'), sessions: before('started') }
}
