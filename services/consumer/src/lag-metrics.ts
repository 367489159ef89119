import type { EventLog } from '@signalbox/event-log'
import { createRepeater, systemClock, type Log, type Metrics } from '@signalbox/service-kit'
import { consumerGroup } from './consumer-role.js'

const everyMs = 1_000

/**
 * Shows how far the group of the consumers is behind, by topic and partition, and what the log holds. Of several
 * consumers each shows all partitions: whoever sums must take one value a partition.
 * @param pauseMs between two looks, and before the first: the log is being opened then.
 * @returns stops it. A look that is under way then is not waited for.
 */
export function watchLag(
  { eventLog, metrics, log }: { eventLog: Pick<EventLog, 'lag'>; metrics: Metrics; log: Pick<Log, 'error' | 'warn'> },
  pauseMs = everyMs,
): () => void {
  const show = createLagGauges(metrics)
  const look = async (signal: AbortSignal) => {
    await eventLog.lag(consumerGroup).then(show, (err: unknown) => {
      if (!signal.aborted) log.warn({ err }, 'the lag cannot be measured')
    })
    return systemClock() + pauseMs
  }
  const repetition = createRepeater({ clock: systemClock, log })('the measuring of the lag', look, pauseMs)
  return () => void repetition.stop()
}

function createLagGauges(metrics: Metrics) {
  const labels = ['topic', 'partition']
  const records = metrics.gauge('signalbox_consumer_lag_records', 'Records that wait for the consumer', labels)
  const bytes = metrics.gauge('signalbox_event_log_bytes', 'Bytes that the log holds', ['topic'])
  return (lags: Awaited<ReturnType<EventLog['lag']>>) => {
    for (const lag of lags) {
      records.set({ topic: lag.topic, partition: String(lag.partition) }, lag.records)
      if (lag.bytes !== undefined) bytes.set({ topic: lag.topic }, lag.bytes)
    }
  }
}
