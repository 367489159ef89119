import {
  createConsumerRole,
  consumerGroup,
  noProjectSettings,
  noSightings,
  type BatchProcessor,
} from '@signalbox/consumer'
import { limits, type TelemetryTopic } from '@signalbox/contracts'
import { createMemoryLog, type LogRecordInput } from '@signalbox/event-log'
import { silentLog } from '@signalbox/service-kit'
import type { TelemetryWriter } from '@signalbox/telemetry-store'
import { eventually } from '../support/eventually.js'

interface ConsumerParts {
  writer: TelemetryWriter
  processor: BatchProcessor
  topic: TelemetryTopic
  /** Batches processed in parallel. Default: 1. */
  processors?: number
  /** Rows per batch. Default: as in an installation. */
  rowsMax?: number
}

/** A running consumer with its own log. */
export function startConsumer({ writer, processor, topic, processors = 1, rowsMax }: ConsumerParts) {
  const eventLog = createMemoryLog()
  const role = createConsumerRole({
    eventLog,
    writer,
    processor,
    projectSettings: noProjectSettings,
    sightings: noSightings,
    batchesAhead: processors,
    ...(rowsMax !== undefined && { limits: { ...limits.consumerBatch, rowsMax } }),
    log: silentLog,
  })
  role.start()
  return {
    /** @returns milliseconds until all records are stored. */
    consume: async (records: readonly LogRecordInput[]): Promise<number> => {
      const startedAt = performance.now()
      for (const record of records) await eventLog.append(topic, [record])
      await eventually(
        async () => {
          const lag = (await eventLog.lag(consumerGroup)).find((one) => one.topic === topic)
          if (lag?.records !== 0) throw new Error(`${lag?.records ?? 'all'} records are left`)
        },
        { withinMs: 120_000, everyMs: 5 },
      )
      return performance.now() - startedAt
    },
    stop: async (): Promise<void> => {
      await role.stop()
      await processor.close()
    },
  }
}
