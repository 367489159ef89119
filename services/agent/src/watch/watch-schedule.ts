import { minuteMs } from '@signalbox/contracts'
import type { TimeWindow } from '../investigation/time-window.js'

/** Time until a minute's telemetry has arrived. */
const settleMs = 20_000
/** Massive failures are reported within two minutes. */
const earlyChecks = [1, 2]
/** There are few checks, because each one may be wrong. */
const checkShares = [1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1]
const beforeMinutes = 60

/** When to check a deployment. Times are Unix milliseconds. */
export interface WatchSchedule {
  checks: number
  dueAt(check: number): number
  /** The latest check that is due; missed checks are skipped. */
  latestDue(now: number): number
  isLast(check: number): boolean
  /** Complete minutes since the deployment that a check covers; never more than are watched. */
  after(now: number): TimeWindow
  /** The minutes compared against. */
  before: TimeWindow
}

/** @param start Time of the deployment; rounded down to the minute. */
export function createWatchSchedule(start: number, watchMinutes: number): WatchSchedule {
  const deployedAt = Math.floor(start / minuteMs) * minuteMs
  const later = checkShares.map((share) => Math.round(share * watchMinutes))
  const minutes = [...new Set([...earlyChecks, ...later])].sort((a, b) => a - b)
  const dueAt = (check: number) => deployedAt + (minutes[check] ?? watchMinutes) * minuteMs + settleMs
  return {
    checks: minutes.length,
    dueAt,
    latestDue: (now) =>
      Math.max(
        0,
        minutes.findLastIndex((_, check) => dueAt(check) <= now),
      ),
    isLast: (check) => check >= minutes.length - 1,
    after: (now) => {
      const settled = Math.floor((now - settleMs) / minuteMs) * minuteMs
      const end = Math.min(settled, deployedAt + watchMinutes * minuteMs)
      return { start: deployedAt, end: Math.max(end, deployedAt + minuteMs) }
    },
    before: { start: deployedAt - beforeMinutes * minuteMs, end: deployedAt },
  }
}
