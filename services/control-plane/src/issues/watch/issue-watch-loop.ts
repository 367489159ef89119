import type { Clock, Log } from '@signalbox/service-kit'
import type { BackgroundWork } from '../../background/background-work.js'
import { createRepeater, type Repetition } from '../../background/create-repeater.js'
import type { IssueWatch } from './issue-watch.js'

/** Calls a watch when it wants to be called. */
export function createIssueWatchLoop(
  watch: IssueWatch,
  { clock, log }: { clock: Clock; log: Pick<Log, 'error'> },
): BackgroundWork {
  const repeat = createRepeater({ clock, log })
  let loop: Repetition | undefined
  return {
    start: () => {
      loop = repeat('looking after issues', () => watch.look())
    },
    stop: async () => {
      await loop?.stop()
      loop = undefined
      watch.release()
    },
  }
}
