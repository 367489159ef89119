import { retentionOf, type Log, type RetentionConfig } from '@signalbox/service-kit'
import { applyRetention, migrate, type StoreClient } from '@signalbox/telemetry-store'

/** Brings schema and retention of the store up to date. Several consumers may do so at the same time. */
export async function prepareStore(client: StoreClient, config: RetentionConfig, log: Log): Promise<void> {
  await migrate(client, {
    onApplied: (name) => {
      log.info({ migration: name }, 'migration applied')
    },
  })
  await applyRetention(client, retentionOf(config))
}
