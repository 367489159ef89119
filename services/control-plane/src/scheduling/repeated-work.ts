import { createRepeater, type Clock, type Log, type Repetition } from '@signalbox/service-kit'
import type { BackgroundWork } from './background-work.js'

export interface RepeatedWorkOptions {
  clock: Clock
  log: Pick<Log, 'error'>
  /**
   * By what each part is called where its failures are logged. It answers when it wants to be called again, in Unix
   * milliseconds; one that takes long holds up no other.
   */
  parts: Readonly<Record<string, () => number | Promise<number>>>
  /** As of the repeater. */
  pauseMsMax?: number
  /** Called when it is stopped and none of the parts is under way any more. */
  end: () => void | Promise<void>
}

/** Calls each part when it wants to be called. */
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
