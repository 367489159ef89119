import { setTimeout as delay } from 'node:timers/promises'
import { consumerGroup } from '@signalbox/consumer'
import type { EventLog } from '@signalbox/event-log'

export interface DrainOptions {
  /** Called after every check with the number of pending records. */
  onWaiting: (records: number) => void
  /** Interval between checks, in milliseconds. */
  everyMs?: number
}

/** Resolves once the consumer has committed everything in the log. Blocks while the store is unavailable. */
export async function drainLog(
  eventLog: Pick<EventLog, 'lag'>,
  { onWaiting, everyMs = 500 }: DrainOptions,
): Promise<void> {
  for (;;) {
    const lags = await eventLog.lag(consumerGroup)
    // Dead letters have no consumer: they are moved as they are.
    const records = lags.reduce((sum, { topic, records: waiting }) => sum + (topic === 'dead-letters' ? 0 : waiting), 0)
    onWaiting(records)
    if (records === 0) return
    await delay(everyMs)
  }
}
