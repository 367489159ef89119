import { minuteMs } from '@signalbox/contracts'
import type { Clock } from '../clock.js'

/** What goes on is told again so often. */
const toldEveryMs = minuteMs

/** Decides when a fault of work that is tried again is told, so that one that goes on does not fill the log. */
export interface FaultTeller {
  /** Whether to tell of it: when it begins, when it becomes another, and once a minute. */
  isToldNow(error: unknown): boolean
  /** The work was done. */
  end(): void
}

export function createFaultTeller(clock: Clock): FaultTeller {
  let told: { text: string; at: number } | undefined
  return {
    isToldNow: (error) => {
      const now = clock()
      const text = String(error)
      if (told?.text === text && Math.abs(now - told.at) < toldEveryMs) return false
      told = { text, at: now }
      return true
    },
    end: () => {
      told = undefined
    },
  }
}
