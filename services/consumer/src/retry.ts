import type { TelemetryTopic } from '@signalbox/contracts'
import { EventLogError } from '@signalbox/event-log'
import type { BackoffOptions } from './backoff.js'
import { createBackoff } from './backoff.js'
import type { ConsumerLog } from './consumer-log.js'
import type { ConsumerMetrics } from './consumer-metrics.js'

/** Retries after infrastructure failures. */
export interface Retry {
  /**
   * Runs `attempt` until it succeeds. Logs once that attempts fail, and once that they succeed again.
   * @returns undefined if the signal was aborted before an attempt succeeded.
   * @throws EventLogError `out-of-order` and `reassigned`: the log has assigned the range to another consumer, so this
   * one must stop processing it.
   */
  run<T>(doing: string, attempt: () => Promise<T>, signal: AbortSignal): Promise<T | undefined>
}

export interface RetryOptions {
  topic: TelemetryTopic
  log: ConsumerLog
  metrics: ConsumerMetrics
  backoff: BackoffOptions
}

export function createRetry({ topic, log, metrics, backoff }: RetryOptions): Retry {
  return {
    run: async (doing, attempt, signal) => {
      const pauses = createBackoff(backoff)
      for (;;) {
        try {
          const result = await attempt()
          if (pauses.failures > 0) log.info({ topic, doing, failures: pauses.failures }, 'recovered')
          return result
        } catch (error) {
          if (isLost(error)) throw error
          metrics.attemptFailed(topic)
          if (pauses.failures === 0) log.error({ topic, doing, err: error }, 'failed; retrying')
          pauses.fail()
        }
        await pauses.wait(signal)
        if (signal.aborted) return undefined
      }
    },
  }
}

function isLost(error: unknown): boolean {
  return error instanceof EventLogError && (error.reason === 'out-of-order' || error.reason === 'reassigned')
}
