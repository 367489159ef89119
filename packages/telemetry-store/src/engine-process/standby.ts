import type { ChildProcess } from 'node:child_process'
import { startEngineProcess } from './start-engine-process.js'

/** A process that has loaded the engine and waits for its predecessor's end: what remains is to open the directory. */
export interface Standby {
  /** The one that waits; a new one when none does. */
  take(): ChildProcess
  /** Starts one that waits, a little later, so that it does not slow down who has just begun. */
  prepare(): void
  /** Ends the one that waits; none follows. */
  end(): void
}

const prepareAfterMs = 1_000

export function createStandby(): Standby {
  let waiting: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    if (isAlive(waiting)) return
    waiting = startEngineProcess()
    // Whoever takes it handles its faults; one that fails while it waits is not taken.
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
