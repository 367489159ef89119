import type { Clock, Log } from '@signalbox/service-kit'
import type { BackgroundWork } from '../background/background-work.js'
import { createRepeater, type Repetition } from '../background/create-repeater.js'
import type { AlertJudge } from './alert-judge.js'

/** Calls a judge of alert rules when it wants to be called. */
export function createAlertLoop({ judge, clock, log }: { judge: AlertJudge; clock: Clock; log: Log }): BackgroundWork {
  const repeat = createRepeater({ clock, log })
  let loop: Repetition | undefined
  return {
    start: () => {
      loop = repeat('judging alert rules', () => judge.look())
    },
    stop: async () => {
      await loop?.stop()
      loop = undefined
      judge.release()
    },
  }
}
