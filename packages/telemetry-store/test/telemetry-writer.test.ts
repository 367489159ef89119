import { createTelemetryWriter, StoreError, type WriteReport } from '@signalbox/telemetry-store'
import { createInsertBuilder, type LogPosition, type PreparedInsert } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { forEachStore } from './support/for-each-store.js'
import type { TestStore } from './support/open-test-store.js'
import { eventRow, outcomeRow, sampleTimeMs, spanRow } from './support/sample-rows.js'

const dayMs = 86_400_000
const position: LogPosition = { topic: "spans' \\ --", partition: 2, start: 700, end: 750 }
const otherPosition: LogPosition = { ...position, start: 750, end: 800 }
const nothingDone: WriteReport = { rowsInserted: 0, daysPresent: 0, daysRepaired: 0 }

/** A batch over three days and three tables: 2 spans and 1 event per day, 1 outcome. */
function batchOver(days: readonly number[], at = position): PreparedInsert[] {
  const builder = createInsertBuilder(at)
  for (const day of days) {
    const timestamp = sampleTimeMs + day * dayMs
    for (const index of [0, 1]) builder.add('spans', spanRow({ start_time: timestamp * 1000 + index }))
    builder.add('events', eventRow({ timestamp }))
  }
  builder.add('outcomes', outcomeRow({ quantity: 9 }))
  return builder.finish()
}

const days = [0, 1, 2]
const wholeBatch = () => ({ position, inserts: batchOver(days) })
const stored = {
  spans: { '2026-05-17': 2, '2026-05-18': 2, '2026-05-19': 2 },
  events: { '2026-05-17': 1, '2026-05-18': 1, '2026-05-19': 1 },
  outcomes: { '2026-05-17': 1 },
}

forEachStore('createTelemetryWriter', (open) => {
  let store: TestStore
  before(async () => {
    store = await open()
  })
  beforeEach(() => store.truncate())

  /** Rows by table and day. */
  async function countRows() {
    const counts: Record<string, Record<string, number>> = {}
    for (const [table, time] of Object.entries({ spans: 'start_time', events: 'timestamp', outcomes: 'minute' })) {
      const rows = await store.reader.read<{ day: string; rows: number }>({
        name: 'rowsByDay',
        sql: `SELECT toString(toDate(${time})) AS day, count() AS rows FROM ${table} GROUP BY day ORDER BY day`,
      })
      counts[table] = Object.fromEntries(rows.map(({ day, rows: count }) => [day, count]))
    }
    return counts
  }

  const run = (query: string) => store.client.clickhouse.command({ query })
  const writeAgain = () => store.writer.write({ ...wholeBatch(), repeated: true })

  it('stores all rows of a batch and returns their number', async () => {
    const report = await store.writer.write({ ...wholeBatch(), repeated: false })
    expect(report).to.deep.equal({ ...nothingDone, rowsInserted: 10 })
    expect(await countRows()).to.deep.equal(stored)
  })

  it('inserts nothing for a batch without rows', async () => {
    const report = await store.writer.write({ position, inserts: [], repeated: false })
    expect(report).to.deep.equal(nothingDone)
  })

  it('creates exactly one part per day, however large', async () => {
    await run('SYSTEM STOP MERGES')
    const builder = createInsertBuilder(position)
    const attributes = { text: 'x'.repeat(2_000) }
    for (let index = 0; index < 20_000; index += 1) {
      builder.add('spans', spanRow({ start_time: (sampleTimeMs + (index % 3) * dayMs) * 1000 + index, attributes }))
    }
    await store.writer.write({ position, inserts: builder.finish(), repeated: false })
    const parts = await store.reader.read<{ partition: string; rows: number }>({
      name: 'partsOfSpans',
      sql: `SELECT partition, rows FROM system.parts
        WHERE database = currentDatabase() AND table = 'spans' AND active ORDER BY partition`,
    })
    await run('SYSTEM START MERGES')
    expect(parts).to.deep.equal([
      { partition: '2026-05-17', rows: 6_667 },
      { partition: '2026-05-18', rows: 6_667 },
      { partition: '2026-05-19', rows: 6_666 },
    ])
  })

  describe('writing a batch again', () => {
    it('inserts everything if nothing exists', async () => {
      expect(await writeAgain()).to.deep.equal({ ...nothingDone, rowsInserted: 10 })
      expect(await countRows()).to.deep.equal(stored)
    })

    it('inserts nothing if everything exists', async () => {
      await store.writer.write({ ...wholeBatch(), repeated: false })
      expect(await writeAgain()).to.deep.equal({ ...nothingDone, daysPresent: 7 })
      expect(await countRows()).to.deep.equal(stored)
    })

    it('inserts only the missing day', async () => {
      await store.writer.write({ ...wholeBatch(), repeated: false })
      await run("ALTER TABLE spans DROP PARTITION '2026-05-18'")
      expect(await writeAgain()).to.deep.equal({ rowsInserted: 2, daysPresent: 6, daysRepaired: 0 })
      expect(await countRows()).to.deep.equal(stored)
    })

    it('inserts only the missing tables', async () => {
      await store.writer.write({ position, inserts: batchOver(days).slice(0, 1), repeated: false })
      expect(await writeAgain()).to.deep.equal({ rowsInserted: 4, daysPresent: 3, daysRepaired: 0 })
      expect(await countRows()).to.deep.equal(stored)
    })

    it('replaces a partially stored day', async () => {
      await store.writer.write({ ...wholeBatch(), repeated: false })
      await run("ALTER TABLE spans DELETE IN PARTITION '2026-05-18' WHERE toUnixTimestamp64Micro(start_time) % 2 = 1")
      expect((await countRows())['spans']).to.include({ '2026-05-18': 1 })
      expect(await writeAgain()).to.deep.equal({ rowsInserted: 2, daysPresent: 6, daysRepaired: 1 })
      expect(await countRows()).to.deep.equal(stored)
    })

    it('replaces a day that was stored twice, with consistent projections', async () => {
      await store.writer.write({ ...wholeBatch(), repeated: false })
      await store.writer.write({ position, inserts: batchOver(days).slice(1, 2), repeated: false })
      expect((await countRows())['events']).to.include({ '2026-05-18': 2 })
      expect(await writeAgain()).to.deep.equal({ rowsInserted: 3, daysPresent: 4, daysRepaired: 3 })
      expect(await countRows()).to.deep.equal(stored)
      const sightings = await store.reader.read<{ events: number }>({
        name: 'sightingsByHour',
        sql: `SELECT fingerprint, toString(toStartOfHour(timestamp)) AS hour, sum(times_seen) AS events FROM events
          GROUP BY fingerprint, hour ORDER BY hour SETTINGS force_optimize_projection = 1`,
      })
      expect(sightings.map(({ events }) => events)).to.deep.equal([1, 1, 1])
    })

    it('neither counts nor removes rows of other batches', async () => {
      await store.writer.write({ position: otherPosition, inserts: batchOver(days, otherPosition), repeated: false })
      await store.writer.write({ position, inserts: batchOver([0]).slice(0, 1), repeated: false })
      await store.writer.write({ position, inserts: batchOver([0]).slice(0, 1), repeated: false })
      expect(await writeAgain()).to.deep.equal({ rowsInserted: 10, daysPresent: 0, daysRepaired: 1 })
      expect(await countRows()).to.deep.equal({
        spans: { '2026-05-17': 4, '2026-05-18': 4, '2026-05-19': 4 },
        events: { '2026-05-17': 2, '2026-05-18': 2, '2026-05-19': 2 },
        outcomes: { '2026-05-17': 2 },
      })
    })

    it('leaves days alone that are not in the batch', async () => {
      await store.writer.write({ ...wholeBatch(), repeated: false })
      const report = await store.writer.write({ position, inserts: batchOver([0]), repeated: true })
      expect(report).to.deep.equal({ ...nothingDone, daysPresent: 3 })
      expect(await countRows()).to.deep.equal(stored)
    })

    it('can be repeated', async () => {
      await writeAgain()
      expect(await writeAgain()).to.deep.equal({ ...nothingDone, daysPresent: 7 })
    })
  })

  it("reports the store's error code if rows cannot be parsed", async () => {
    const bytes = new Uint8Array(Buffer.from('["too short"]\n'))
    const days = [{ day: '2026-05-17', rows: 1, bytes }]
    const inserts: PreparedInsert[] = [{ table: 'spans', days }]
    const failure = await store.writer.write({ position, inserts, repeated: false }).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(StoreError)
    expect(failure).to.include({ reason: 'refused' })
    expect(failure).to.have.property('clickhouseCode').that.is.a('number')
  })

  it('reports a timeout if an insert is cut off', async () => {
    const writer = createTelemetryWriter(store.client, { timeoutMs: 1 })
    const builder = createInsertBuilder(position)
    for (let index = 0; index < 20_000; index += 1)
      builder.add('spans', spanRow({ start_time: sampleTimeMs * 1000 + index }))
    const request = { position, inserts: builder.finish() }
    const failure = await writer.write({ ...request, repeated: false }).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(StoreError)
    expect(failure).to.include({ reason: 'timeout' })
    await store.writer.write({ ...request, repeated: true })
    expect((await countRows())['spans']).to.deep.equal({ '2026-05-17': 20_000 })
  })
})
