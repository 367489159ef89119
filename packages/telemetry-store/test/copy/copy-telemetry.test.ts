import { compareTelemetry, copyTelemetry, tables, type CopyProgress } from '@signalbox/telemetry-store'
import { createInsertBuilder } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { openTestStore, type TestStore } from '../support/open-test-store.js'
import {
  appMetricRow,
  attachmentRow,
  checkInRow,
  containerMetricRow,
  dataPointRow,
  eventRow,
  feedbackRow,
  logRow,
  metricPointRow,
  outcomeRow,
  rootSpanRow,
  sampleTimeMs,
  sessionRow,
  spanRow,
} from '../support/sample-rows.js'

const dayMs = 86_400_000
const oddText = 'a "quote", a \\ backslash, a\nline, \u0000, 𝕏, \u2028, /slash/'

/**
 * The engine opens one directory per process, so the store is copied into itself: copied rows are recognized by their
 * topic, and not copied again.
 */
describe('copyTelemetry', () => {
  let store: TestStore
  const copy = (onProgress?: (progress: CopyProgress) => void) =>
    copyTelemetry({ from: store.client, to: store.client, ...(onProgress && { onProgress }) })
  const compare = () => compareTelemetry({ from: store.client, to: store.client })

  before(async () => {
    store = await openTestStore()
  })
  beforeEach(() => store.truncate())

  async function writeBatch(start: number, timestamp = sampleTimeMs): Promise<void> {
    const position = { topic: 'envelopes', partition: 1, start, end: start + 10 }
    const builder = createInsertBuilder(position)
    builder.add('events', eventRow({ timestamp, message: oddText, tags: { [oddText]: oddText, '': '' } }))
    builder.add('events', eventRow({ timestamp: timestamp + dayMs, times_seen: 4_294_967_295 }))
    builder.add('spans', spanRow({ start_time: timestamp * 1000 + 123 }))
    builder.add('root_spans', rootSpanRow({ start_time: timestamp * 1000 + 123 }))
    builder.add(
      'container_metrics',
      containerMetricRow({ timestamp, cpu_usage_cores: 0.1 + 0.2, memory_usage_bytes: null }),
    )
    builder.add('metric_points', metricPointRow({ timestamp, value: 1.797e308 }))
    builder.add('metric_points', metricPointRow({ timestamp, value: 5e-324 }))
    builder.add('logs', logRow({ body: oddText }))
    builder.add('app_metrics', appMetricRow())
    builder.add('data_points', dataPointRow())
    builder.add('sessions', sessionRow())
    builder.add('check_ins', checkInRow({ duration_ms: null }))
    builder.add('feedback', feedbackRow())
    builder.add('attachments', attachmentRow())
    builder.add('outcomes', outcomeRow())
    await store.writer.write({ position, inserts: builder.finish(), repeated: false })
  }

  it('copies every row of every table unchanged, and reports how many', async () => {
    for (const start of [0, 10, 40]) await writeBatch(start)
    const copied = await copy()
    expect(copied.map(({ table }) => table)).to.deep.equal(Object.keys(tables))
    expect(copied.every(({ rows, rowsPresent }) => rows >= 3 && rowsPresent === 0)).to.equal(true)
    expect(await compare()).to.deep.equal([])
  })

  it('changes nothing when it is repeated', async () => {
    await writeBatch(0)
    await copy()
    const again = await copy()
    expect(again.every(({ rows, rowsPresent }) => rows === rowsPresent && rows > 0)).to.equal(true)
    expect(await compare()).to.deep.equal([])
  })

  it('resumes an interrupted copy, and repairs partial days', async () => {
    for (const start of [0, 10]) await writeBatch(start, sampleTimeMs + start * dayMs)
    await copy()
    await store.client.clickhouse.command({
      query: `ALTER TABLE events DELETE WHERE startsWith(log_topic, 'embedded:') AND times_seen > 1 SETTINGS mutations_sync = 2`,
    })
    const differences = await compare()
    expect(differences.map(({ table, copied }) => [table, copied])).to.deep.equal([
      ['events', undefined],
      ['events', undefined],
    ])
    await copy()
    expect(await compare()).to.deep.equal([])
  })

  it('detects differing rows although their number is equal', async () => {
    await writeBatch(0)
    await copy()
    await store.client.clickhouse.command({
      query: `ALTER TABLE logs UPDATE body = 'other' WHERE startsWith(log_topic, 'embedded:') SETTINGS mutations_sync = 2`,
    })
    const [difference] = await compare()
    expect(difference).to.deep.include({ table: 'logs', day: '2026-05-17' })
    expect(difference?.old?.rows).to.equal(difference?.copied?.rows)
  })

  it('reports its progress', async () => {
    await writeBatch(0)
    const told: CopyProgress[] = []
    await copy((progress) => told.push(progress))
    expect(told.filter(({ table }) => table === 'events')).to.deep.equal([
      { table: 'events', rows: 1, total: 2 },
      { table: 'events', rows: 2, total: 2 },
    ])
  })

  it('does nothing in an empty store', async () => {
    expect((await copy()).every(({ rows }) => rows === 0)).to.equal(true)
    expect(await compare()).to.deep.equal([])
  })
})
