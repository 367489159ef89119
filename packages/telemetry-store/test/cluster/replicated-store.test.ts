import {
  applyRetention,
  createTelemetryReader,
  createTelemetryWriter,
  migrate,
  tables,
  type TelemetryReader,
  type TelemetryWriter,
  type WriteReport,
} from '@signalbox/telemetry-store'
import { createInsertBuilder, type LogPosition, type PreparedInsert } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import '../support/for-each-store.js'
import { openOneMachineCluster, type OneMachineCluster } from '../support/one-machine-cluster.js'
import { eventRow, outcomeRow, sampleTimeMs, spanRow } from '../support/sample-rows.js'
import { tablesWithRetention } from '../support/tables-with-retention.js'

const dayMs = 86_400_000
const position: LogPosition = { topic: "spans'", partition: 2, start: 700, end: 750 }
const nothingDone: WriteReport = { rowsInserted: 0, daysPresent: 0, daysRepaired: 0 }

/** Two spans and an event per day. */
function batchOver(days: readonly number[]): PreparedInsert[] {
  const builder = createInsertBuilder(position)
  for (const day of days) {
    const timestamp = sampleTimeMs + day * dayMs
    for (const index of [0, 1]) builder.add('spans', spanRow({ start_time: timestamp * 1000 + index }))
    builder.add('events', eventRow({ timestamp }))
  }
  return builder.finish()
}

const wholeBatch = () => ({ position, inserts: batchOver([0, 1]) })
const stored = { spans: [2, 2], events: [1, 1] }

describe('a store on a cluster', () => {
  let cluster: OneMachineCluster
  let reader: TelemetryReader
  let writer: TelemetryWriter
  before(async () => {
    cluster = await openOneMachineCluster('clustered')
    reader = createTelemetryReader(cluster.client)
    writer = createTelemetryWriter(cluster.client)
    await migrate(cluster.client)
    // Tests write rows with fixed dates, which will be past the retention one day.
    await run('SYSTEM STOP TTL MERGES')
  })
  beforeEach(async () => {
    for (const name of Object.keys(tables)) await run(`TRUNCATE TABLE ${name}_local`)
    cluster.inserts.length = 0
  })
  after(() => cluster.close())

  const run = (query: string) => cluster.client.clickhouse.command({ query })
  const writeAgain = () => writer.write({ ...wholeBatch(), repeated: true })

  /** Rows by day, oldest first. */
  async function countRows() {
    const counts: Record<string, number[]> = {}
    for (const [table, time] of Object.entries({ spans: 'start_time', events: 'timestamp' })) {
      const sql = `SELECT count() AS rows FROM ${table} GROUP BY toDate(${time}) AS day ORDER BY day`
      counts[table] = (await reader.read<{ rows: number }>({ name: 'rows', sql })).map(({ rows }) => rows)
    }
    return counts
  }

  it('is migrated once, even by two processes at a time', async () => {
    await run('TRUNCATE TABLE schema_migrations')
    await Promise.all([migrate(cluster.client), migrate(cluster.client)])
    expect(await migrate(cluster.client)).to.deep.equal([])
  })

  it("has every table's columns in both of its tables", async () => {
    for (const name of Object.keys(tables)) {
      const columns = (table: string) =>
        reader.read({
          name: 'columns',
          sql: `SELECT name, type, comment FROM system.columns WHERE database = currentDatabase() AND table = {table:String}`,
          parameters: { table },
        })
      const distributed = await columns(name)
      expect(distributed).to.deep.equal(await columns(`${name}_local`))
      expect(distributed).not.to.deep.equal([])
    }
  })

  it('applies the given retention', async () => {
    const ofSpans = tablesWithRetention('spans')
    expect(await applyRetention(cluster.client, {})).to.deep.equal([])
    expect(await applyRetention(cluster.client, { spans: 7 })).to.deep.equal(ofSpans)
    expect(await applyRetention(cluster.client, {})).to.deep.equal(ofSpans)
  })

  it('sends a deduplication token with each day of a table, and requires a quorum', async () => {
    await writer.write({ ...wholeBatch(), repeated: false })
    const tokens = cluster.inserts.map((sql) =>
      /^INSERT INTO (\w+).*insert_deduplication_token = ('.*') FORMAT/s.exec(sql),
    )
    expect(tokens.map((found) => [found?.[1], found?.[2]])).to.deep.equal([
      ['spans', "'spans\\':2:700-750:2026-05-17'"],
      ['spans', "'spans\\':2:700-750:2026-05-18'"],
      ['events', "'spans\\':2:700-750:2026-05-17'"],
      ['events', "'spans\\':2:700-750:2026-05-18'"],
    ])
    for (const sql of cluster.inserts) {
      expect(sql).to.contain('distributed_foreground_insert = 1').and.to.contain("insert_quorum = 'auto'")
    }
    expect(await countRows()).to.deep.equal(stored)
  })

  it('stores a repeated insert once', async () => {
    await writer.write({ ...wholeBatch(), repeated: false })
    await writer.write({ ...wholeBatch(), repeated: false })
    expect(await countRows()).to.deep.equal(stored)
  })

  describe('writing a batch again', () => {
    it('inserts everything if nothing exists', async () => {
      expect(await writeAgain()).to.deep.equal({ ...nothingDone, rowsInserted: 6 })
      expect(await countRows()).to.deep.equal(stored)
    })

    it('inserts nothing if everything exists', async () => {
      await writer.write({ ...wholeBatch(), repeated: false })
      expect(await writeAgain()).to.deep.equal({ ...nothingDone, daysPresent: 4 })
      expect(await countRows()).to.deep.equal(stored)
    })

    it('inserts missing days and tables', async () => {
      await writer.write({ position, inserts: batchOver([0]).slice(0, 1), repeated: false })
      expect(await writeAgain()).to.deep.equal({ rowsInserted: 4, daysPresent: 1, daysRepaired: 0 })
      expect(await countRows()).to.deep.equal(stored)
    })

    it('restores deleted rows although their token is known', async () => {
      await writer.write({ ...wholeBatch(), repeated: false })
      await run('ALTER TABLE spans_local DELETE WHERE 1 SETTINGS mutations_sync = 2')
      await writeAgain()
      expect(await countRows()).to.deep.equal(stored)
      expect(await writeAgain()).to.deep.equal({ ...nothingDone, daysPresent: 4 })
    })

    it('replaces a day with too many or too few rows', async () => {
      await writer.write({ ...wholeBatch(), repeated: false })
      await run("INSERT INTO spans_local SELECT * FROM spans_local WHERE toDate(start_time) = '2026-05-17'")
      await run(
        "ALTER TABLE spans_local DELETE IN PARTITION '2026-05-18' WHERE toUnixTimestamp64Micro(start_time) % 2 = 1 SETTINGS mutations_sync = 2",
      )
      expect(await countRows()).to.deep.equal({ ...stored, spans: [4, 1] })
      const report = await writeAgain()
      expect(report).to.include({ daysPresent: 2, daysRepaired: 2 })
      expect(await countRows()).to.deep.equal(stored)
    })
  })

  it('answers queries with subqueries on other tables, whatever the number of shards', async () => {
    await writer.write({ ...wholeBatch(), repeated: false })
    for (const table of ['spans', 'events']) {
      await run(`CREATE TABLE IF NOT EXISTS ${table}_of_two AS ${table}_local
        ENGINE = Distributed('two', currentDatabase(), ${table}_local)`)
    }
    const sql = `SELECT count() AS spans FROM spans_of_two WHERE trace_id IN (SELECT trace_id FROM events_of_two)`
    // Both shards are this one server, so each row is counted twice.
    expect(await reader.read({ name: 'lookup', sql })).to.deep.equal([{ spans: 8 }])
    const joined = `SELECT count() AS pairs FROM spans_of_two AS s ANY INNER JOIN events_of_two AS e ON s.span_id = e.span_id`
    expect(await reader.read({ name: 'join', sql: joined })).to.have.length(1)
  })

  it('answers from projections', async () => {
    const builder = createInsertBuilder(position)
    for (let index = 0; index < 100; index += 1) builder.add('outcomes', outcomeRow())
    await writer.write({ position, inserts: builder.finish(), repeated: false })
    const sql = `SELECT kind, sum(quantity) AS items FROM outcomes WHERE organization_id = 'organization-1' GROUP BY kind`
    const rows = await reader.read({ name: 'sum', sql, settings: { force_optimize_projection: 1 } })
    expect(rows).to.deep.equal([{ kind: 'error', items: 100 }])
  })
})
