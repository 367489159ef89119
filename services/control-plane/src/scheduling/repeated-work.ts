import { createRepeater, type Clock, type Log, type Repetition } from '@signalbox/service-kit'
import type { BackgroundWork } from './background-work.js'

export interface RepeatedWorkOptions {
  clock: Clock
  log: Pick<Log, 'error'>
  /**
   * By the name used when logging failures. Each part returns when to call it again, in Unix milliseconds. Slow parts
   * do not delay others.
   */
  parts: Readonly<Record<string, () => number | Promise<number>>>
  /** See `RepeaterOptions`. */
  pauseMsMax?: number
  /** Called after it was stopped, once no part is running any more. */
  end: () => void | Promise<void>
}

/** Calls each part when it is due. */
export function createRepeatedWork({ parts, end, ...options }: RepeatedWorkOptions): BackgroundWork {
  const repeat = createRepeater(options)
  let repetitions: Repetition[] = []
  return {
    start: () => {
      repetitions = Object.entries(parts).map(([what, work]) => repeat(what, work))
    },
    stop: async () => {
      await Promise.all(repetitions.splice(0).map((repetition) => repetition.stop()))
      await end()
    },
  }
}
