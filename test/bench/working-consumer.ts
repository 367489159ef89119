import {
  createConsumerRole,
  consumerGroup,
  noProjectSettings,
  noSightings,
  type BatchProcessor,
} from '@signalbox/consumer'
import type { TelemetryTopic } from '@signalbox/contracts'
import { createMemoryLog, type LogRecordInput } from '@signalbox/event-log'
import { silentLog } from '@signalbox/service-kit'
import { createTelemetryWriter, type StoreClient } from '@signalbox/telemetry-store'
import { eventually } from '../support/eventually.js'

interface ConsumerParts {
  client: StoreClient
  processor: BatchProcessor
  topic: TelemetryTopic
}

/** A consumer at work, with a log of its own. */
export function startConsumer({ client, processor, topic }: ConsumerParts) {
  const eventLog = createMemoryLog()
  const role = createConsumerRole({
    eventLog,
    writer: createTelemetryWriter(client),
    processor,
    projectSettings: noProjectSettings,
    sightings: noSightings,
    log: silentLog,
  })
  role.start()
  return {
    /** @returns milliseconds until all of the records are stored. */
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
