import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.js'
import { createFaultTeller } from '../logging/fault-teller.js'
import type { Log } from '../logging/log.js'

/** Work that goes on until it is stopped. */
export interface Repetition {
  /**
   * Resolves when nothing of it is under way.
   * @param withinMs gives up on what is under way so much later; never when left out.
   */
  stop(withinMs?: number): Promise<void>
}

/**
 * Answers when it wants to be called again, in Unix milliseconds. The signal is aborted when it is stopped: what it throws then is
 * not logged.
 */
export type RepeatedWork = (signal: AbortSignal) => number | Promise<number>

export interface RepeaterOptions {
  clock: Clock
  log: Pick<Log, 'error'>
  /** Longest pause, whatever the clock does meanwhile, and the pause after a failure. Milliseconds; a second by default. */
  pauseMsMax?: number
}

/** Work that is not urgent comes at multiples of this, so that all of it wakes the process once. Milliseconds. */
const togetherMs = 500
/** Timers may come so much early. */
const earlyMs = 2

/**
 * Calls work again and again, one call at a time, when it wants to be called; up to half a second earlier when that is long.
 * @returns begins some work, at once or after a first pause. `what` names it where its failures are logged; one that goes on is
 * logged once a minute.
 */
export function createRepeater({ clock, log, pauseMsMax = 1_000 }: RepeaterOptions) {
  return (what: string, work: RepeatedWork, firstPauseMs = 0): Repetition => {
    const stopping = new AbortController()
    const { signal } = stopping
    let timer: NodeJS.Timeout | undefined
    const faults = createFaultTeller(clock)
    let underWay = Promise.resolve()
    const callAfter = (pauseMs: number) => {
      timer = setTimeout(() => {
        underWay = turn()
      }, pauseMs)
    }
    const turn = async (): Promise<void> => {
      const pauseMs = await doTurn()
      if (!signal.aborted) callAfter(pauseMs < togetherMs ? pauseMs : untilTogether(pauseMs))
    }
    const doTurn = async (): Promise<number> => {
      try {
        const wantedAt = await work(signal)
        faults.end()
        return Math.min(Math.max(wantedAt - clock(), 0), pauseMsMax)
      } catch (err) {
        if (!signal.aborted && faults.isToldNow(err)) log.error({ err }, `${what} failed; retrying`)
        return pauseMsMax
      }
    }
    if (firstPauseMs === 0) underWay = turn()
    else callAfter(firstPauseMs)
    return {
      stop: async (withinMs) => {
        stopping.abort()
        clearTimeout(timer)
        const gaveUp = withinMs === undefined ? [] : [delay(withinMs, undefined, { ref: false })]
        await Promise.race([underWay, ...gaveUp])
      },
    }
  }
}

function untilTogether(pauseMs: number): number {
  const now = performance.now() + earlyMs
  return Math.floor((now + pauseMs) / togetherMs) * togetherMs - now + earlyMs
}
