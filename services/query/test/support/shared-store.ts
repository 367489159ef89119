import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createClient } from '@clickhouse/client'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import {
  createInsertBuilder,
  positionColumns,
  tables,
  type RowsByTable,
  type TableName,
} from '@signalbox/telemetry-store/rows'
import { createChdbConnection } from 'chdb/connection'

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>

/** A store with all migrations, and a way to fill it. */
export interface SharedStore {
  reader: TelemetryReader
  insert<Name extends TableName>(table: Name, rows: readonly RowsByTable[Name][]): Promise<void>
}

const migrations = new URL('../../../../clickhouse/migrations/', import.meta.url)

async function readMigrations(): Promise<string[]> {
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(files.map((file) => readFile(new URL(file, migrations), 'utf8')))
}

function encodeRows<Name extends TableName>(table: Name, rows: readonly RowsByTable[Name][]): Uint8Array[] {
  const builder = createInsertBuilder({ topic: 'test', partition: 0, start: 0, end: rows.length })
  for (const row of rows) builder.add(table, row)
  return builder.finish().flatMap(({ days }) => days.map(({ bytes }) => bytes))
}

async function openStore(): Promise<SharedStore> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-query-'))
  const client = createClient({
    // Both describe the same interface; they differ in how they write optional fields.
    connection: createChdbConnection({ path: directory }) as unknown as NonNullable<ClientOptions['connection']>,
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0, async_insert: 0 },
  })
  after(async () => {
    await client.close()
    await rm(directory, { recursive: true })
  })
  for (const query of await readMigrations()) await client.command({ query })
  return {
    reader: {
      async read<Row>({ sql, parameters }: Parameters<TelemetryReader['read']>[0]) {
        const result = await client.query({ query: sql, query_params: { ...parameters }, format: 'JSONEachRow' })
        return result.json<Row>()
      },
    },
    async insert(table, rows) {
      const columns = [...Object.keys(tables[table].columns), ...Object.keys(positionColumns)].join(', ')
      const query = `INSERT INTO ${table} (${columns}) FORMAT JSONCompactEachRow`
      for (const bytes of encodeRows(table, rows)) {
        const { stream } = await client.exec({ query, values: Readable.from([Buffer.from(bytes)]) })
        stream.resume()
      }
    },
  }
}

let opened: Promise<SharedStore> | undefined

/** The one store of all tests in a process: an engine opens one directory at a time. Closed after the last test. */
export function openSharedStore(): Promise<SharedStore> {
  return (opened ??= openStore())
}
