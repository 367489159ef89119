import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createStoreClient,
  createTelemetryReader,
  createTelemetryWriter,
  migrate,
  tables,
  type StoreClient,
  type TelemetryReader,
  type TelemetryWriter,
} from '@signalbox/telemetry-store'

/** A migrated store of the embedded engine. */
export interface TestStore {
  client: StoreClient
  reader: TelemetryReader
  writer: TelemetryWriter
  /** Empties all tables that the consumer writes. */
  truncate(): Promise<void>
}

let opened: Promise<TestStore> | undefined

/**
 * The one store of this test process: the engine opens a single directory. It is closed, and its directory removed,
 * after the last test. Call it in a `before` hook, and `truncate` in `beforeEach`.
 */
export function openTestStore(): Promise<TestStore> {
  return (opened ??= open())
}

async function open(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-store-'))
  const client = await createStoreClient({ dataDirectory: directory })
  closeWhenProcessEnds(client, directory)
  await migrate(client)
  // Tests write rows of fixed days, which are older than the retention one day.
  await client.clickhouse.command({ query: 'SYSTEM STOP TTL MERGES' })
  return {
    client,
    reader: createTelemetryReader(client),
    writer: createTelemetryWriter(client),
    truncate: async () => {
      for (const name of Object.keys(tables)) await client.clickhouse.command({ query: `TRUNCATE TABLE ${name}` })
    },
  }
}

// A hook of the calling suite would close the store under the suites that follow.
function closeWhenProcessEnds(client: StoreClient, directory: string): void {
  process.once('beforeExit', () => {
    void client.close().then(() => rm(directory, { recursive: true, force: true }))
  })
}
