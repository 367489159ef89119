import type { Clock } from '../clock.js'
import type { Log } from '../logging/log.js'

/** Work that goes on until it is stopped. `stop` resolves when nothing of it is under way. */
export interface Repetition {
  stop(): Promise<void>
}

export interface RepeaterOptions {
  clock: Clock
  log: Pick<Log, 'error'>
  /** Longest pause, whatever the clock does meanwhile, and the pause after a failure. Milliseconds; a second by default. */
  pauseMsMax?: number
}

/**
 * Calls work again and again, one call at a time, when it wants to be called.
 * @returns begins some work, which answers when it wants to be called again, in Unix milliseconds. `what` names it where
 *   its failures are logged.
 */
export function createRepeater({ clock, log, pauseMsMax = 1_000 }: RepeaterOptions) {
  return (what: string, work: () => number | Promise<number>): Repetition => {
    let timer: NodeJS.Timeout | undefined
    let isStopped = false
    let underWay = Promise.resolve()
    const turn = async (): Promise<void> => {
      const pauseMs = await doTurn()
      if (isStopped) return
      timer = setTimeout(() => {
        underWay = turn()
      }, pauseMs)
    }
    const doTurn = async (): Promise<number> => {
      try {
        return Math.min(Math.max((await work()) - clock(), 0), pauseMsMax)
      } catch (err) {
        log.error({ err }, `${what} could not be done; trying again`)
        return pauseMsMax
      }
    }
    underWay = turn()
    return {
      stop: async () => {
        isStopped = true
        clearTimeout(timer)
        await underWay
      },
    }
  }
}
