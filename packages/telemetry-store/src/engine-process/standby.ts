import type { ChildProcess } from 'node:child_process'
import { startEngineProcess } from './start-engine-process.js'

/**
 * A process that has already loaded the engine and waits to replace its predecessor: it only has to open the directory.
 */
export interface Standby {
  /** Returns the standby process, or a new one if there is none. */
  take(): ChildProcess
  /** Starts a standby process after a delay, so that it does not slow down the engine that just started. */
  prepare(): void
  /** Kills the standby process without replacement. */
  end(): void
}

const prepareAfterMs = 1_000

export function createStandby(): Standby {
  let waiting: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    if (isAlive(waiting)) return
    waiting = startEngineProcess()
    // The caller of `take` handles later errors; a process that fails on standby is not used.
    waiting.on('error', () => undefined)
  }
  return {
    take: () => {
      clearTimeout(timer)
      const taken = isAlive(waiting) ? waiting : startEngineProcess()
      waiting = undefined
      return taken
    },
    prepare: () => {
      clearTimeout(timer)
      timer = setTimeout(start, prepareAfterMs).unref()
    },
    end: () => {
      clearTimeout(timer)
      waiting?.kill('SIGKILL')
    },
  }
}

const isAlive = (child: ChildProcess | undefined): child is ChildProcess =>
  child?.connected === true && child.exitCode === null && child.signalCode === null
