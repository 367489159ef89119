import { retentionOf, type Log, type RetentionConfig } from '@signalbox/service-kit'
import { applyRetention, migrate, type StoreClient } from '@signalbox/telemetry-store'

/** Migrates schema and retention of the store. Several consumers may do so concurrently. */
export async function prepareStore(client: StoreClient, config: RetentionConfig, log: Log): Promise<void> {
  const applied: string[] = []
  await migrate(client, {
    onApplied: (name) => {
      log.debug({ migration: name }, 'migration applied')
      applied.push(name)
    },
  })
  if (applied.length > 0) log.info({ applied: applied.length, newest: applied.at(-1) }, 'store schema is up to date')
  await applyRetention(client, retentionOf(config))
}
