import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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
import { Session } from 'chdb'
import { startEmbeddedServer, type EmbeddedServer } from '@signalbox/telemetry-store/embedded-server'

/** A migrated store in the embedded engine. */
export interface TestStore {
  client: StoreClient
  reader: TelemetryReader
  writer: TelemetryWriter
  /** Empties all tables that the consumer writes. */
  truncate(): Promise<void>
}

/** The ways to access the store, all with the same guarantees: suites run on each. */
export const storePaths = ['in the process', 'by URL', 'in a process of its own'] as const
export type StorePath = (typeof storePaths)[number]

let engine: Promise<{ directory: string; inProcess: StoreClient }> | undefined
let server: Promise<EmbeddedServer> | undefined
const opened = new Map<StorePath, Promise<TestStore>>()

/**
 * This test process's only store, by one of its paths: the engine opens a single directory. It is closed, and its
 * directory removed, after the last test. Call it in a `before` hook, and `truncate` in `beforeEach`.
 */
export function openTestStore(path: StorePath = 'in the process'): Promise<TestStore> {
  let store = opened.get(path)
  if (!store) opened.set(path, (store = open(path)))
  return store
}

async function open(path: StorePath): Promise<TestStore> {
  const client = await clients[path]()
  await migrate(client)
  // Tests write rows with fixed dates, which will be past the retention one day.
  await client.clickhouse.command({ query: 'SYSTEM STOP TTL MERGES' })
  return {
    client,
    reader: createTelemetryReader(client),
    writer: createTelemetryWriter(client),
    truncate: async () => {
      const names = [...Object.keys(tables), 'event_revisions']
      for (const name of names) await client.clickhouse.command({ query: `TRUNCATE TABLE ${name}` })
    },
  }
}

const clients: Record<StorePath, () => Promise<StoreClient>> = {
  'in the process': async () => (await (engine ??= openEngine())).inProcess,
  'by URL': async () => createStoreClient({ url: await testServerUrl() }),
  'in a process of its own': openOwnProcess,
}

/** Address, with user and password, of a server for the same engine. */
export async function testServerUrl(): Promise<string> {
  const { directory } = await (engine ??= openEngine())
  const credentials = { user: 'tester', password: 'p@ss:word/1' }
  server ??= startEmbeddedServer({ dataDirectory: directory, host: '127.0.0.1', port: 0, credentials })
  const url = new URL((await server).url)
  url.username = credentials.user
  url.password = encodeURIComponent(credentials.password)
  return url.href
}

/** Closes everything that keeps the process alive. */
export async function closeTestServer(): Promise<void> {
  for (const path of ['by URL', 'in a process of its own'] as const) await (await opened.get(path))?.client.close()
  await (await server)?.stop()
}

async function openEngine(): Promise<{ directory: string; inProcess: StoreClient }> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-store-'))
  await openWithClusters(directory)
  const data = join(directory, 'data')
  const inProcess = await createStoreClient({ dataDirectory: data, inProcess: true })
  // A hook in the calling suite would close the store for later suites.
  process.once('beforeExit', () => {
    void inProcess.close().then(() => rm(directory, { recursive: true, force: true }))
  })
  return { directory: data, inProcess }
}

/** It locks its directory, so it has its own. */
async function openOwnProcess(): Promise<StoreClient> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-store-'))
  const client = await createStoreClient({ dataDirectory: join(directory, 'data') })
  process.once('beforeExit', () => {
    void client.close().then(() => rm(directory, { recursive: true, force: true }))
  })
  return client
}

/** Makes this process a one-server cluster for Distributed tables. Only the first caller that opens the engine can. */
async function openWithClusters(directory: string): Promise<void> {
  const replica = (host: string) => `<shard><replica><host>${host}</host><port>9000</port></replica></shard>`
  const config = `<clickhouse>
    <tcp_port>9000</tcp_port>
    <remote_servers>
      <main>${replica('127.0.0.1')}</main>
      <two>${replica('127.0.0.1')}${replica('localhost')}</two>
    </remote_servers>
    <macros><cluster>main</cluster><shard>1</shard><replica>one</replica></macros>
  </clickhouse>`
  const file = join(directory, 'config.xml')
  await writeFile(file, config)
  new Session(join(directory, 'data'), { connectionArgs: [`--config-file=${file}`] })
}
