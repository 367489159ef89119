import { limits } from '@signalbox/contracts'
import { createConsumerRole, createInlineProcessor, noProjectSettings, noSightings } from '@signalbox/consumer'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { silentLog } from '@signalbox/service-kit'
import { createStoreClient, createTelemetryWriter } from '@signalbox/telemetry-store'

/** Run as a process: consumes until a batch is in the store, prints it, and never commits it. */
async function consumeUntilKilled(broker: string, prefix: string, storeUrl: string): Promise<void> {
  const eventLog = await openKafkaLog({ brokers: [broker], prefix, sessionTimeoutMs: 6_000 })
  const writer = createTelemetryWriter(await createStoreClient({ url: storeUrl }))
  const role = createConsumerRole({
    eventLog,
    writer: {
      ...writer,
      write: async (request) => {
        await writer.write(request)
        process.stdout.write('written\n')
        return new Promise<never>(() => undefined)
      },
    },
    processor: createInlineProcessor({ retentionDays: limits.retentionDays }),
    projectSettings: noProjectSettings,
    sightings: noSightings,
    log: silentLog,
    limits: { rowsMax: 5, bytesMax: 1_000_000, waitMs: 5 },
  })
  role.start()
}

const [broker = '', prefix = '', storeUrl = ''] = process.argv.slice(2)
void consumeUntilKilled(broker, prefix, storeUrl)
