import type { EventLog } from '@signalbox/event-log'
import type { Log, Metrics, ProjectSettingsDirectory, RetentionConfig, SightingRecorder } from '@signalbox/service-kit'
import type { TelemetryWriter } from '@signalbox/telemetry-store'
import type { ConsumerConfig } from './config.js'
import { createConsumerMetrics } from './consumer-metrics.js'
import { createConsumerRole } from './consumer-role.js'
import { watchLag } from './lag-metrics.js'
import { createWorkerProcessor } from './processor/worker-processor.js'

export interface ConsumerSurroundings {
  eventLog: EventLog
  writer: TelemetryWriter
  projectSettings: ProjectSettingsDirectory
  sightings: SightingRecorder
  metrics: Metrics
  log: Log
}

/** A consumer at work. */
export interface RunningConsumer {
  /** See `ConsumerRole`. The thread that processes batches ends as well. */
  stop(): Promise<void>
}

/** Starts the consumer as it is configured, with a thread of its own that processes batches, and shows its lag. */
export function startConsumer(config: ConsumerConfig & RetentionConfig, surroundings: ConsumerSurroundings): RunningConsumer {
  const { eventLog, metrics: registry, log } = surroundings
  const { spanRetentionDays: spans, metricRetentionDays: metrics, logRetentionDays: logs } = config
  const processor = createWorkerProcessor({ retentionDays: { spans, metrics, logs } })
  const role = createConsumerRole({
    ...surroundings,
    processor,
    metrics: createConsumerMetrics(registry),
    limits: { rowsMax: config.batchRowsMax, bytesMax: config.batchBytesMax, waitMs: config.batchWaitMs },
  })
  role.start()
  const stopWatching = watchLag(eventLog, registry, log)
  return {
    stop: async () => {
      stopWatching()
      await role.stop()
      await processor.close()
    },
  }
}
