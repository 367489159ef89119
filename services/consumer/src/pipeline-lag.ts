import { telemetryTopics, type TelemetryTopic } from '@signalbox/contracts'
import type { Metrics } from '@signalbox/service-kit'

/** How late telemetry is stored, by topic: `signalbox_pipeline_lag_seconds`. 0 while nothing waits. */
export interface PipelineLag {
  /** A batch was stored. @param ageMs Of its oldest item. @param now Unix milliseconds. */
  stored(topic: TelemetryTopic, ageMs: number, now: number): void
  /** So many records wait. @returns how late what is stored next is at least, in milliseconds. */
  waiting(topic: TelemetryTopic, records: number, now: number): number
}

interface TopicLag {
  /** When it was first seen that records wait, or when a batch was stored since. */
  since: number
  /** Of the oldest item of the last batch since then. */
  ageMs: number
}

export function createPipelineLag(factory: Pick<Metrics, 'gauge'>): PipelineLag {
  const gauge = factory.gauge(
    'signalbox_pipeline_lag_seconds',
    'Age of the oldest item in the last batch when it was stored, or time since nothing was stored; 0 when ' +
      'nothing is waiting',
    ['signal'],
  )
  const lags = new Map<TelemetryTopic, TopicLag>()
  const show = (topic: TelemetryTopic, ms: number): number => {
    gauge.set({ signal: topic }, ms / 1_000)
    return ms
  }
  for (const topic of telemetryTopics) show(topic, 0)
  return {
    stored: (topic, ageMs, now) => {
      lags.set(topic, { since: now, ageMs })
      show(topic, ageMs)
    },
    waiting: (topic, records, now) => {
      if (records === 0) {
        lags.delete(topic)
        return show(topic, 0)
      }
      const lag = lags.get(topic) ?? { since: now, ageMs: 0 }
      lags.set(topic, lag)
      return show(topic, Math.max(lag.ageMs, now - lag.since))
    },
  }
}
