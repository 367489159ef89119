import {
  createInsertBuilder,
  tableNames,
  tables,
  type RowsByTable,
  type TableName,
} from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { createRandom } from '../../../test/support/random.js'
import { forEachStore } from './support/for-each-store.js'
import { openTestStore, type TestStore } from './support/open-test-store.js'
import { randomRow, storedValue } from './support/random-rows.js'
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
} from './support/sample-rows.js'

const position = { topic: 'mixed', partition: 1, start: 5, end: 9 }
const hard = `'quotes' "double" \\ back\\nslash \n line \r\n \t tab \0 nul \u2028 😀 ünï`
const maxUs = 4_102_444_799_999_999

const rows: { [Name in TableName]: RowsByTable[Name] } = {
  events: eventRow({
    message: hard,
    stack_trace: `a\n${hard}\n`,
    tags: { [hard]: hard, empty: '' },
    payload: '{"a":[1]}',
  }),
  spans: spanRow({ start_time: maxUs, operation: hard, attributes: {}, duration_us: Number.MAX_SAFE_INTEGER }),
  root_spans: rootSpanRow({ start_time: 1_123_456, service: hard }),
  container_metrics: containerMetricRow({ cpu_usage_cores: 1e-7, network_rx_bytes: 2 ** 60, network_tx_bytes: null }),
  metric_points: metricPointRow({ value: -0.1, pod: hard }),
  logs: logRow({ timestamp: maxUs, body: hard, sequence: Number.MAX_SAFE_INTEGER }),
  app_metrics: appMetricRow({ value: -1e-300, attributes: { [hard]: hard } }),
  data_points: dataPointRow({
    bounds: [-1e-300, 1e300],
    counts: [0, 2 ** 53, 1],
    value: -0.1,
    attributes: { [hard]: hard },
  }),
  sessions: sessionRow({ duration_ms: 0.5, quantity: 4_000_000_000 }),
  check_ins: checkInRow({ monitor_config: hard, duration_ms: null }),
  feedback: feedbackRow({ message: hard }),
  attachments: attachmentRow({ name: hard }),
  outcomes: outcomeRow({ quantity: 4_000_000_000 }),
}

/** The column as in the row type: times in ticks. */
function asWritten(column: string, type: string): string {
  if (type.startsWith('DateTime64(3')) return `toUnixTimestamp64Milli(${column}) AS ${column}`
  if (type.startsWith('DateTime64(6')) return `toUnixTimestamp64Micro(${column}) AS ${column}`
  return column
}

forEachStore('rows that were written', (open) => {
  let store: TestStore
  before(async () => {
    store = await open()
    await store.truncate()
    const builder = createInsertBuilder(position)
    builder.add('events', rows.events)
    builder.add('spans', rows.spans)
    builder.add('root_spans', rows.root_spans)
    builder.add('container_metrics', rows.container_metrics)
    builder.add('metric_points', rows.metric_points)
    builder.add('logs', rows.logs)
    builder.add('app_metrics', rows.app_metrics)
    builder.add('data_points', rows.data_points)
    builder.add('sessions', rows.sessions)
    builder.add('check_ins', rows.check_ins)
    builder.add('feedback', rows.feedback)
    builder.add('attachments', rows.attachments)
    builder.add('outcomes', rows.outcomes)
    await store.writer.write({ position, inserts: builder.finish(), repeated: false })
  })

  for (const { name, columns } of Object.values(tables)) {
    it(`are returned as written, with their position: ${name}`, async () => {
      const selected = Object.entries(columns).map(([column, type]) => asWritten(column, type))
      const sql = `SELECT ${[...selected, 'log_topic', 'log_partition', 'log_offset'].join(', ')} FROM ${name}`
      const written = Object.entries(rows).find(([table]) => table === name)![1]
      expect(await store.reader.read({ name: 'roundTrip', sql })).to.deep.equal([
        { ...written, log_topic: 'mixed', log_partition: 1, log_offset: 5 },
      ])
    })
  }

  it('are in the partition of their year', async () => {
    const years = await store.reader.read({
      name: 'years',
      sql: `SELECT (SELECT toString(start_time) FROM spans) AS span, (SELECT toString(start_time) FROM root_spans) AS root,
        (SELECT toString(timestamp) FROM events) AS event`,
    })
    expect(years).to.deep.equal([
      { span: '2099-12-31 23:59:59.999999', root: '1970-01-01 00:00:01.123456', event: '2026-05-17 12:00:00.000' },
    ])
    expect(new Date(sampleTimeMs).toISOString()).to.equal('2026-05-17T12:00:00.000Z')
  })

  it('get one series per set of labels, the same in both metric tables', async () => {
    const sql = 'SELECT cityHash64(cluster, namespace, pod, container, node) = series AS same FROM '
    for (const table of ['container_metrics', 'metric_points']) {
      expect(await store.reader.read({ name: 'series', sql: sql + table })).to.deep.equal([{ same: 1 }])
    }
  })
})

forEachStore('random rows', (open) => {
  const random = createRandom(53)
  let store: TestStore
  before(async () => {
    store = await open()
    await store.truncate()
  })

  for (const table of tableNames) {
    it(`are returned as written: ${table}`, async () => {
      const written = Array.from({ length: 100 }, () => randomRow(table, random))
      const builder = createInsertBuilder(position)
      for (const row of written) builder.add(table, row)
      await store.writer.write({ position, inserts: builder.finish(), repeated: false })
      const columns = Object.entries<string>(tables[table].columns).map(([column, type]) => asWritten(column, type))
      const read = await store.reader.read({ name: 'random', sql: `SELECT ${columns.join(', ')} FROM ${table}` })
      const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
      expect(sorted(read)).to.deep.equal(sorted(written.map(storedValue)))
    })
  }
})

forEachStore('columnar rows', (open) => {
  const distinct = 70_000
  const attributesOf = (index: number): Record<string, string> =>
    index % 3 === 0 || index >= 1_000
      ? {}
      : { [`key-${index % 7}`]: `ü😀 ${index} `.repeat(index % 50), empty: '', lone: 'a\ud800b' }
  const boundsOf = (index: number) => Array.from({ length: index % 4 }, (_, bound) => bound + index)
  let store: TestStore
  before(async () => {
    store = await open()
    await store.truncate()
    const builder = createInsertBuilder(position)
    for (let index = 0; index < distinct; index += 1) {
      builder.add(
        'data_points',
        dataPointRow({
          timestamp: (sampleTimeMs + (index % 2) * 86_400_000) * 1000,
          name: `metric-${index}`,
          service: `service-${index % 300}`,
          unit: `unit\ud800${index % 2}`,
          count: index,
          value: index % 2 === 0 ? null : index / 2,
          attributes: attributesOf(index),
          bounds: boundsOf(index),
          trace_id: index % 5 === 0 ? '' : index.toString(16).padStart(32, '0'),
        }),
      )
    }
    await store.writer.write({ position, inserts: builder.finish(), repeated: false })
  })

  it('are stored with all their values, whatever the number of distinct texts', async () => {
    const wrong = [
      `name != concat('metric-', toString(count))`,
      `service != concat('service-', toString(count % 300))`,
      `unit != concat('unit\ufffd', toString(count % 2))`,
      'value IS DISTINCT FROM if(count % 2 = 0, NULL, count / 2)',
      'length(bounds) != count % 4 OR (bounds != [] AND bounds[1] != count)',
      `trace_id != if(count % 5 = 0, '', leftPad(lower(hex(toUInt32(count))), 32, '0'))`,
    ].map((condition, index) => `countIf(${condition}) AS wrong${index}`)
    const sql = `SELECT count() AS rows, uniqExact(name) AS names, ${wrong.join(', ')}, uniqExact(_partition_id) AS days,
      (SELECT count() FROM system.parts WHERE table = 'data_points' AND database = currentDatabase() AND active) AS parts
      FROM data_points`
    const [found] = await store.reader.read({ name: 'columns', sql })
    expect(found).to.deep.equal({
      rows: distinct,
      names: distinct,
      ...Object.fromEntries(wrong.map((_, index) => [`wrong${index}`, 0])),
      days: 2,
      parts: 2,
    })
  })

  it('keep their maps and lists', async () => {
    const sql = 'SELECT count, attributes, bounds FROM data_points WHERE count < 1000 ORDER BY count'
    const read = await store.reader.read({ name: 'maps', sql })
    const expected = Array.from({ length: 1_000 }, (_, count) => {
      const attributes = attributesOf(count)
      if (attributes.lone !== undefined) attributes.lone = 'a\ufffdb'
      return { count, attributes, bounds: boundsOf(count) }
    })
    expect(read).to.deep.equal(expected)
  })
})

const hour = "toDateTime('2026-05-17 12:00:00', 'UTC')"

const questions: { projection: string; sql: string }[] = [
  {
    projection: 'by_hour',
    sql: `SELECT series, any(pod) AS pod, max(memory_usage_bytes) AS peak FROM container_metrics
      WHERE organization_id = 'organization-1' AND toStartOfHour(timestamp) >= ${hour}
      GROUP BY series`,
  },
  {
    projection: 'occurrences_by_fingerprint_and_hour',
    sql: `SELECT fingerprint, sum(times_seen) AS events, min(timestamp) AS first, max(timestamp) AS last FROM events
      WHERE organization_id = 'organization-1' AND toStartOfHour(timestamp) >= ${hour}
      GROUP BY fingerprint`,
  },
  {
    projection: 'by_operation_and_hour',
    sql: `SELECT cityHash64(trace_id) AS trace FROM spans
      WHERE organization_id = 'organization-1' AND service = 'service-77' AND toStartOfHour(start_time) >= ${hour}
      GROUP BY trace`,
  },
  {
    projection: 'by_minute',
    sql: `SELECT kind, outcome, reason, sum(quantity) AS items FROM outcomes
      WHERE organization_id = 'organization-1' AND minute >= ${hour} GROUP BY kind, outcome, reason`,
  },
]

// The engine decides whether to use one, however it is accessed.
describe('projections', () => {
  let store: TestStore
  before(async () => {
    store = await openTestStore()
    await store.truncate()
    const builder = createInsertBuilder(position)
    for (let index = 0; index < 30_000; index += 1) {
      const timestamp = sampleTimeMs + (index % 240) * 15_000
      const pod = `pod-${Math.floor(index / 240)}`
      builder.add('container_metrics', containerMetricRow({ timestamp, pod, network_rx_bytes: index }))
      builder.add(
        'events',
        eventRow({ timestamp: sampleTimeMs + index, event_id: index.toString(16).padStart(32, '0') }),
      )
      const trace_id = (index * 7919).toString(16).padStart(32, '0')
      builder.add(
        'spans',
        spanRow({ start_time: sampleTimeMs * 1000 + index, trace_id, service: `service-${index % 500}` }),
      )
      builder.add('outcomes', outcomeRow())
    }
    await store.writer.write({ position, inserts: builder.finish(), repeated: false })
  })

  for (const { projection, sql } of questions) {
    const table = /FROM (\w+)/.exec(sql)![1]!
    it(`use the projection: ${table}.${projection}`, async () => {
      const plan = await store.reader.read<{ explain: string }>({ name: 'plan', sql: `EXPLAIN projections = 1 ${sql}` })
      const lines = plan.map(({ explain }) => explain).join('\n')
      expect(lines).to.match(new RegExp(`ReadFromMergeTree \\(${projection}\\)|Name: ${projection}`))
    })

    it(`return the same from projection and rows: ${table}.${projection}`, async () => {
      const sorted = async (use: 0 | 1) => {
        const request = {
          name: 'compare',
          sql: `SELECT * FROM (${sql}) ORDER BY ALL SETTINGS optimize_use_projections = ${use}`,
        }
        return store.reader.read(request)
      }
      const byProjection = await sorted(1)
      expect(byProjection).not.to.be.empty
      expect(byProjection).to.deep.equal(await sorted(0))
    })
  }
})
