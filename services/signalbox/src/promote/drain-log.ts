import { setTimeout as delay } from 'node:timers/promises'
import { consumerGroup } from '@signalbox/consumer'
import type { EventLog } from '@signalbox/event-log'

export interface DrainOptions {
  /** Records that still wait; called whenever it was looked. */
  onWaiting: (records: number) => void
  /** Milliseconds between two looks. */
  everyMs?: number
}

/** Resolves once the consumer has committed everything that the log holds. A store that is away holds it up. */
export async function drainLog(
  eventLog: Pick<EventLog, 'lag'>,
  { onWaiting, everyMs = 500 }: DrainOptions,
): Promise<void> {
  for (;;) {
    const lags = await eventLog.lag(consumerGroup)
    // Nobody consumes dead letters: they are moved as they are.
    const records = lags.reduce((sum, { topic, records: waiting }) => sum + (topic === 'dead-letters' ? 0 : waiting), 0)
    onWaiting(records)
    if (records === 0) return
    await delay(everyMs)
  }
}
