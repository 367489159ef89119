import { minuteMs } from '@signalbox/contracts'
import type { Clock } from '../clock.js'

/** How often a persistent fault is reported again. */
const reportEveryMs = minuteMs

/** Decides when to report a fault of retried work, so that a persistent one does not flood the log. */
export interface FaultThrottle {
  /** Whether to report it: when it starts, when it changes, and once a minute. */
  shouldReport(error: unknown): boolean
  /** Call when the work has succeeded. */
  end(): void
}

export function createFaultThrottle(clock: Clock): FaultThrottle {
  let reported: { text: string; at: number } | undefined
  return {
    shouldReport: (error) => {
      const now = clock()
      const text = String(error)
      if (reported?.text === text && Math.abs(now - reported.at) < reportEveryMs) return false
      reported = { text, at: now }
      return true
    },
    end: () => {
      reported = undefined
    },
  }
}
