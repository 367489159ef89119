import { telemetryTopics } from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import { createRepeater, systemClock, type Log, type Metrics, type Vitals, type Warnings } from '@signalbox/service-kit'
import { consumerGroup } from './consumer-role.js'
import type { PipelineLag } from './pipeline-lag.js'

const everyMs = 1_000
/** Warn if data is stored with at least this delay. */
const behindMs = 120_000

export interface LagWatchOptions {
  eventLog: Pick<EventLog, 'lag'>
  metrics: Metrics
  pipelineLag: Pick<PipelineLag, 'waiting'>
  warnings: Pick<Warnings, 'note'>
  vitals: Pick<Vitals, 'note'>
  log: Pick<Log, 'error' | 'warn'>
  /** Milliseconds between polls. */
  pauseMs?: number
}

type TopicLags = Awaited<ReturnType<EventLog['lag']>>

/**
 * Reports the lag of the consumer group by topic and partition, and the size of the log, and warns about a large lag.
 * Each consumer reports all partitions: when summing, take one value per partition.
 *
 * The first poll follows after a pause, because the log is still being opened.
 * @returns A function that stops it. It doesn't wait for a poll in progress.
 */
export function watchLag(options: LagWatchOptions): () => void {
  const { eventLog, metrics, log, pauseMs = everyMs } = options
  const show = createLagGauges(metrics)
  const look = async (signal: AbortSignal) => {
    await eventLog.lag(consumerGroup).then(
      (lags) => {
        show(lags)
        noteLateness(options, lags)
      },
      (err: unknown) => {
        if (!signal.aborted) log.warn({ err }, 'consumer lag could not be measured')
      },
    )
    return systemClock() + pauseMs
  }
  const repetition = createRepeater({ clock: systemClock, log })('measuring consumer lag', look, pauseMs)
  return () => void repetition.stop()
}

function createLagGauges(metrics: Metrics) {
  const labels = ['topic', 'partition']
  const records = metrics.gauge('signalbox_consumer_lag_records', 'Records waiting for the consumer', labels)
  const bytes = metrics.gauge('signalbox_event_log_bytes', 'Bytes stored in the log', ['topic'])
  return (lags: TopicLags) => {
    for (const lag of lags) {
      records.set({ topic: lag.topic, partition: String(lag.partition) }, lag.records)
      if (lag.bytes !== undefined) bytes.set({ topic: lag.topic }, lag.bytes)
    }
  }
}

function noteLateness({ pipelineLag, warnings, vitals }: LagWatchOptions, lags: TopicLags): void {
  const now = systemClock()
  const topics = telemetryTopics.map((topic) => {
    const records = lags.reduce((sum, lag) => (lag.topic === topic ? sum + lag.records : sum), 0)
    return { topic, records, lagMs: pipelineLag.waiting(topic, records, now) }
  })
  vitals.note({ topics, logBytes: sumBytes(lags) })
  for (const { topic, lagMs } of topics) {
    if (lagMs < behindMs) continue
    warnings.note({
      kind: 'consumer_behind',
      subject: topic,
      detail:
        `Telemetry is stored with minutes of delay (${topic}): check whether the analytics store responds and ` +
        'whether enough consumers are running',
    })
  }
}

/** @returns null for a log that doesn't report its size. */
function sumBytes(lags: TopicLags): number | null {
  const known = lags.flatMap(({ bytes }) => bytes ?? [])
  return known.length === 0 ? null : known.reduce((sum, bytes) => sum + bytes, 0)
}
