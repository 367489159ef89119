import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limits } from '@signalbox/contracts'
import {
  applyRetention,
  migrate,
  MigrationError,
  positionColumns,
  StoreError,
  tables,
} from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { forEachStore } from './support/for-each-store.js'
import type { TestStore } from './support/open-test-store.js'
import { readSchema, schemaFile } from './support/schema.js'
import { tablesWithRetention } from './support/tables-with-retention.js'

const migrationsDirectory = fileURLToPath(new URL('../../../clickhouse/migrations/', import.meta.url))

/** Columns computed by the store. */
const computedColumns: Record<string, Record<string, string>> = {
  container_metrics: { series: 'UInt64' },
  metric_points: { series: 'UInt64' },
}

forEachStore('migrate', (open) => {
  let store: TestStore
  before(async () => {
    store = await open()
  })

  it('applies nothing the second time', async () => {
    expect(await migrate(store.client)).to.deep.equal([])
  })

  it('applies a new file once and reports it', async () => {
    await withMigrations(async (directory) => {
      const sql = "CREATE TABLE IF NOT EXISTS probe (id UInt8 COMMENT 'Id; 1') ENGINE = MergeTree ORDER BY id"
      await writeFile(join(directory, '9001_create_probe.sql'), sql)
      const said: string[] = []
      const onApplied = (name: string) => said.push(name)
      expect(await migrate(store.client, { directory, onApplied })).to.deep.equal(['9001_create_probe.sql'])
      expect(said).to.deep.equal(['9001_create_probe.sql'])
      expect(await migrate(store.client, { directory })).to.deep.equal([])
      await store.client.clickhouse.command({ query: 'DROP TABLE probe' })
    })
  })

  it('remembers what it has applied when a later file fails', async () => {
    await withMigrations(async (directory) => {
      const fine = 'CREATE TABLE IF NOT EXISTS probe_kept (id UInt8) ENGINE = MergeTree ORDER BY id'
      await writeFile(join(directory, '9003_create_probe.sql'), fine)
      await writeFile(join(directory, '9004_fail.sql'), 'ALTER TABLE missing DROP COLUMN id')
      const failure = await migrate(store.client, { directory }).catch((error: unknown) => error)
      expect(failure).to.be.instanceOf(StoreError)
      await writeFile(join(directory, '9004_fail.sql'), 'DROP TABLE IF EXISTS probe_kept')
      expect(await migrate(store.client, { directory })).to.deep.equal(['9004_fail.sql'])
    })
  })

  it('reports why a file failed even if it cannot remember the others', async () => {
    await withMigrations(async (directory) => {
      await writeFile(join(directory, '9005_hide.sql'), 'RENAME TABLE schema_migrations TO hidden_migrations')
      await writeFile(join(directory, '9006_fail.sql'), 'ALTER TABLE missing DROP COLUMN id')
      const failure = await migrate(store.client, { directory }).catch((error: unknown) => error)
      await store.client.clickhouse.command({ query: 'RENAME TABLE hidden_migrations TO schema_migrations' })
      expect(failure).to.be.instanceOf(StoreError).and.have.property('message').that.includes('missing')
    })
  })

  it('is safe to run concurrently', async () => {
    await store.client.clickhouse.command({ query: 'TRUNCATE TABLE schema_migrations' })
    await Promise.all([migrate(store.client), migrate(store.client)])
    expect(await migrate(store.client)).to.deep.equal([])
    expect(await readSchema(store.reader)).to.equal(await readFile(schemaFile, 'utf8'))
  })

  it('rejects an edited file before it changes anything', async () => {
    await withMigrations(async (directory) => {
      await writeFile(join(directory, '0003_create_spans.sql'), 'SELECT 1')
      await writeFile(join(directory, '9002_create_never.sql'), 'CREATE TABLE never (id UInt8) ENGINE = Memory')
      const failure = await migrate(store.client, { directory }).catch((error: unknown) => error)
      expect(failure).to.be.instanceOf(MigrationError)
      expect(failure).to.have.property('message').that.contains('0003_create_spans.sql')
    })
    const rows = await store.reader.read({
      name: 'neverTable',
      sql: "SELECT 1 FROM system.tables WHERE name = 'never'",
    })
    expect(rows).to.deep.equal([])
  })
})

forEachStore('the migrated schema', (open) => {
  let store: TestStore
  before(async () => {
    store = await open()
  })

  for (const { name, columns } of Object.values(tables)) {
    it(`has exactly the columns of the table definition: ${name}`, async () => {
      const rows = await store.reader.read<{ name: string; type: string; comment: string }>({
        name: 'columnsOfTable',
        sql: `SELECT name, type, comment FROM system.columns
          WHERE database = currentDatabase() AND table = {table:String}`,
        parameters: { table: name },
      })
      const stored = Object.fromEntries(rows.map((row) => [row.name, row.type]))
      expect(stored).to.deep.equal({ ...columns, ...positionColumns, ...computedColumns[name] })
      for (const { comment } of rows) expect(comment).not.to.equal('')
    })
  }

  it('matches clickhouse/schema.sql', async () => {
    expect(await readFile(schemaFile, 'utf8'), 'run packages/telemetry-store/test/support/write-schema.ts').to.equal(
      await readSchema(store.reader),
    )
  })

  it('applies the default retention unless configured otherwise', async () => {
    const ofSpans = tablesWithRetention('spans')
    expect(ofSpans).to.include.members(['spans', 'root_spans'])
    expect(await applyRetention(store.client, limits.retentionDays)).to.deep.equal([])
    expect(await applyRetention(store.client, { spans: 7 })).to.deep.equal(ofSpans)
    expect(await applyRetention(store.client, { spans: 7 })).to.deep.equal([])
    expect(await applyRetention(store.client, {})).to.deep.equal(ofSpans)
  })

  it('rejects a retention that is not a number of days', async () => {
    const failure = await applyRetention(store.client, { spans: 0 }).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(RangeError)
  })
})

/** Runs with a copy of the migrations that is removed afterwards. */
async function withMigrations(run: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-migrations-'))
  try {
    await cp(migrationsDirectory, directory, { recursive: true })
    await run(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}
