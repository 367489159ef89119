import { minuteMs } from '@signalbox/contracts'
import type { TimeWindow } from '../investigation/time-window.js'

/** Time until a minute's telemetry has arrived. */
const settleMs = 20_000
/** Massive failures are reported within two minutes. */
const earlyLooks = [1, 2]
/** There are few looks, because each one may be wrong. */
const lookShares = [1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1]
const beforeMinutes = 60

/** When to look at a deployment. Times are Unix milliseconds. */
export interface WatchSchedule {
  looks: number
  dueAt(look: number): number
  /** The latest look that is due; missed looks are skipped. */
  latestDue(now: number): number
  isLast(look: number): boolean
  /** Complete minutes since the deployment that a look judges; never more than are watched. */
  after(now: number): TimeWindow
  /** The minutes compared against. */
  before: TimeWindow
}

/** @param start Time of the deployment; rounded down to the minute. */
export function createWatchSchedule(start: number, watchMinutes: number): WatchSchedule {
  const deployedAt = Math.floor(start / minuteMs) * minuteMs
  const later = lookShares.map((share) => Math.round(share * watchMinutes))
  const minutes = [...new Set([...earlyLooks, ...later])].sort((a, b) => a - b)
  const dueAt = (look: number) => deployedAt + (minutes[look] ?? watchMinutes) * minuteMs + settleMs
  return {
    looks: minutes.length,
    dueAt,
    latestDue: (now) =>
      Math.max(
        0,
        minutes.findLastIndex((_, look) => dueAt(look) <= now),
      ),
    isLast: (look) => look >= minutes.length - 1,
    after: (now) => {
      const settled = Math.floor((now - settleMs) / minuteMs) * minuteMs
      const end = Math.min(settled, deployedAt + watchMinutes * minuteMs)
      return { start: deployedAt, end: Math.max(end, deployedAt + minuteMs) }
    },
    before: { start: deployedAt - beforeMinutes * minuteMs, end: deployedAt },
  }
}
