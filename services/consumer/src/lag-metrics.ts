import type { EventLog } from '@signalbox/event-log'
import type { Log, Metrics } from '@signalbox/service-kit'
import { consumerGroup } from './consumer-role.js'

const everyMs = 1_000

/**
 * Shows how far the consumer is behind and what the log holds, by topic.
 * @returns stops it.
 */
export function watchLag(eventLog: Pick<EventLog, 'lag'>, metrics: Metrics, log: Log): () => void {
  const records = metrics.gauge('signalbox_consumer_lag_records', 'Records that wait for the consumer', ['topic'])
  const bytes = metrics.gauge('signalbox_event_log_bytes', 'Bytes that the log holds', ['topic'])
  const measure = async () => {
    for (const lag of await eventLog.lag(consumerGroup)) {
      records.set({ topic: lag.topic }, lag.records)
      if (lag.bytes !== undefined) bytes.set({ topic: lag.topic }, lag.bytes)
    }
  }
  const timer = setInterval(() => {
    measure().catch((err: unknown) => {
      log.warn({ err }, 'the lag cannot be measured')
    })
  }, everyMs)
  return () => {
    clearInterval(timer)
  }
}
