import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processBatch } from '@signalbox/consumer'
import { limits } from '@signalbox/contracts'
import { createStoreClient, createTelemetryWriter, migrate, type StoreClient } from '@signalbox/telemetry-store'
import { fillPeerTable, peerTables } from './otel-tables.js'
import type { Measurement } from './report.js'
import { createStorageLoads, type StorageLoad } from './storage-load.js'

const recordsPerBatch = 1_000

/** Columns of an event's detail view; lists, counts and rankings do not need them. */
const detailColumns = ['payload', 'stack_trace', 'grouping_components']

/** Columns without an equivalent in the OpenTelemetry exporter's tables. */
const payloadColumns = ['payload', 'grouping_components']

/**
 * Measures bytes per item on disk, by kind: compressed, with projections and indexes, after merging; compared with the
 * bytes of the JSON sent.
 */
export async function measureStorage(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  const measurements: Measurement[] = []
  const loads = createStorageLoads()
  for (const name of ['error', 'span', 'log', 'metric value'] as const) {
    const load = loads[name]
    await storeLoad(client, load)
    const sent = load.records.reduce((sum, { value }) => sum + value.length, 0) / load.items
    const bytes = (await readBytes(client, tableBytes, load.tables)) / load.items
    measurements.push({ name: `disk, ${name}`, value: bytes, baseline: sent, unit: 'bytes' })
    measurements.push(await compareWithPeer(client, name, { bytes, items: load.items }))
    if (name !== 'error') continue
    const perItem = async (columns: readonly string[]) => (await readBytes(client, columnBytes, columns)) / load.items
    const bare = bytes - (await perItem(detailColumns))
    measurements.push({ name: 'disk, error without its detail', value: bare, baseline: sent, unit: 'bytes' })
    const withStack = { bytes: bytes - (await perItem(payloadColumns)), items: load.items }
    measurements.push(await compareWithPeer(client, 'error without its payload', withStack))
  }
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return measurements
}

/**
 * Compares with the same items in the OpenTelemetry exporter's tables.
 * @throws Error if those contain other items.
 */
async function compareWithPeer(
  client: StoreClient,
  name: keyof typeof peerTables,
  ours: { bytes: number; items: number },
): Promise<Measurement> {
  const table = 'peer'
  const rows = await fillPeerTable(client, table, peerTables[name])
  if (rows !== ours.items) throw new Error(`${rows} of ${ours.items} items are in the table of the exporter`)
  const tables = [table, `${table}_beside`]
  const baseline = (await readBytes(client, tableBytes, tables)) / rows
  for (const one of tables) await client.clickhouse.command({ query: `DROP TABLE IF EXISTS ${one} SYNC` })
  return { name: `disk, ${name}, against the OpenTelemetry exporter`, value: ours.bytes, baseline, unit: 'bytes' }
}

/** @throws Error if an item is not stored: the bytes would be divided by too many. */
async function storeLoad(client: StoreClient, { topic, items, records, tables }: StorageLoad): Promise<void> {
  const writer = createTelemetryWriter(client)
  let stored = 0
  for (let start = 0; start < records.length; start += recordsPerBatch) {
    const batch = records.slice(start, start + recordsPerBatch).map((one, index) => ({ ...one, offset: start + index }))
    const position = { topic, partition: 0, start, end: start + batch.length }
    const { inserts, counts } = await processBatch(
      { ...position, records: batch, repeated: false },
      { retentionDays: limits.retentionDays },
    )
    stored += counts.items.stored
    await writer.write({ position, inserts, repeated: false })
  }
  if (stored !== items) throw new Error(`${stored} of ${items} items were stored`)
  for (const table of tables) await client.clickhouse.command({ query: `OPTIMIZE TABLE ${table} FINAL` })
}

const tableBytes = `SELECT sum(bytes_on_disk) AS bytes FROM system.parts
  WHERE active AND database = currentDatabase() AND table IN {names:Array(String)}`

const columnBytes = `SELECT sum(column_data_compressed_bytes) AS bytes FROM system.parts_columns
  WHERE active AND database = currentDatabase() AND table = 'events' AND column IN {names:Array(String)}`

async function readBytes(client: StoreClient, query: string, names: readonly string[]): Promise<number> {
  const answer = await client.clickhouse.query({ query, query_params: { names }, format: 'JSONEachRow' })
  const [row] = await answer.json<{ bytes: string }>()
  return Number(row?.bytes)
}
