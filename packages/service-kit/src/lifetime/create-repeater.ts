import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.js'
import { createFaultThrottle } from '../logging/fault-throttle.js'
import type { Log } from '../logging/log.js'
import { callAfter } from './call-after.js'

/** Work that repeats until it is stopped. */
export interface Repetition {
  /**
   * Resolves once no call is running.
   * @param withinMs Stops waiting for a running call after this time. Default: never.
   */
  stop(withinMs?: number): Promise<void>
}

/**
 * Returns when to call it again, in Unix milliseconds. The signal is aborted on stop; errors thrown afterwards are not
 * logged.
 */
export type RepeatedWork = (signal: AbortSignal) => number | Promise<number>

export interface RepeaterOptions {
  clock: Clock
  log: Pick<Log, 'error'>
  /**
   * Maximum pause, whatever the clock does in between, and the pause after a failure. Milliseconds. Default: one
   * second.
   */
  pauseMsMax?: number
}

/**
 * Returns a function that calls work repeatedly, one call at a time, when it is due (after long pauses, up to half a
 * second early).
 * @returns a function that starts some work, immediately or after a first pause. `what` names it in logged failures; a
 * persistent failure is logged once a minute.
 */
export function createRepeater({ clock, log, pauseMsMax = 1_000 }: RepeaterOptions) {
  return (what: string, work: RepeatedWork, firstPauseMs = 0): Repetition => {
    const stopping = new AbortController()
    const { signal } = stopping
    let cancel: () => void = () => undefined
    const faults = createFaultThrottle(clock)
    let underWay = Promise.resolve()
    const continueAfter = (pauseMs: number) => {
      cancel = callAfter(pauseMs, () => {
        underWay = turn()
      })
    }
    const turn = async (): Promise<void> => {
      const pauseMs = await doTurn()
      if (!signal.aborted) continueAfter(pauseMs)
    }
    const doTurn = async (): Promise<number> => {
      try {
        const wantedAt = await work(signal)
        faults.end()
        return Math.min(Math.max(wantedAt - clock(), 0), pauseMsMax)
      } catch (err) {
        if (!signal.aborted && faults.shouldReport(err)) log.error({ err }, `${what} failed; retrying`)
        return pauseMsMax
      }
    }
    if (firstPauseMs === 0) underWay = turn()
    else continueAfter(firstPauseMs)
    return {
      stop: async (withinMs) => {
        stopping.abort()
        cancel()
        const gaveUp = withinMs === undefined ? [] : [delay(withinMs, undefined, { ref: false })]
        await Promise.race([underWay, ...gaveUp])
      },
    }
  }
}
