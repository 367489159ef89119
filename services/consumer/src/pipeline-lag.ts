import { telemetryTopics, type TelemetryTopic } from '@signalbox/contracts'
import type { Metrics } from '@signalbox/service-kit'

/** Delay until telemetry is stored, by topic: `signalbox_pipeline_lag_seconds`. 0 if nothing is waiting. */
export interface PipelineLag {
  /**
   * Records that a batch was stored.
   * @param ageMs Age of its oldest item.
   * @param now Unix milliseconds.
   */
  stored(topic: TelemetryTopic, ageMs: number, now: number): void
  /**
   * Reports the number of waiting records.
   * @returns Lower bound on the delay of the next record to be stored, in milliseconds.
   */
  waiting(topic: TelemetryTopic, records: number, now: number): number
}

interface TopicLag {
  /** When records were first seen waiting, or when a batch was last stored since. */
  since: number
  /** Age of the oldest item in the last batch since then. */
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
