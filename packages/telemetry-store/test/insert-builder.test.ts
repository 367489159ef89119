import { expect } from 'chai'
import {
  createInsertBuilder,
  InvalidRowError,
  type EncodedColumns,
  type OutcomeRow,
  type SpanRow,
} from '@signalbox/telemetry-store/rows'
import { readPreparedRows } from './support/read-prepared-rows.js'
import { containerMetricRow, dataPointRow, eventRow, outcomeRow, rootSpanRow, spanRow } from './support/sample-rows.js'

const position = { topic: 'spans', partition: 3, start: 100, end: 120 }
const day = Date.UTC(2026, 4, 17)

describe('createInsertBuilder', () => {
  it('gives every row the position of the batch', () => {
    const builder = createInsertBuilder(position)
    const rows = [7, 8].map((quantity) => outcomeRow({ minute: day, quantity }))
    for (const row of rows) builder.add('outcomes', row)
    const placed = { log_topic: 'spans', log_partition: 3, log_offset: 100 }
    expect(readPreparedRows(builder.finish()[0]!)).to.deep.equal(rows.map((row) => ({ ...row, ...placed })))
  })

  it('splits each table by the UTC day of its rows and omits tables without rows', () => {
    const builder = createInsertBuilder(position)
    builder.add('spans', spanRow({ start_time: day * 1000 - 1 }))
    builder.add('spans', spanRow({ start_time: day * 1000 }))
    builder.add('spans', spanRow({ start_time: day * 1000 + 1 }))
    builder.add('root_spans', rootSpanRow({ start_time: day * 1000 }))
    expect(builder.rows).to.equal(4)
    const inserts = builder.finish()
    expect(inserts.map(({ table, days }) => [table, days.map((each) => [each.day, each.rows])])).to.deep.equal([
      [
        'spans',
        [
          ['2026-05-16', 1],
          ['2026-05-17', 2],
        ],
      ],
      ['root_spans', [['2026-05-17', 1]]],
    ])
  })

  it('gives each day its own ArrayBuffer with nothing else in it', () => {
    const builder = createInsertBuilder(position)
    for (const offset of [0, 1, 2]) builder.add('outcomes', outcomeRow({ minute: day + offset * 86_400_000 }))
    const days = builder.finish().flatMap((insert) => insert.days)
    expect(new Set(days.map(({ bytes }) => bytes.buffer)).size).to.equal(3)
    for (const { bytes } of days) expect(bytes.buffer.byteLength).to.equal(bytes.byteLength)
  })

  it('replaces lone surrogates, including in map keys and values, and retains pairs and backslashes', () => {
    const builder = createInsertBuilder(position)
    const tags = { 'k\udc00': 'v\ud800!' }
    builder.add('events', eventRow({ message: 'a\ud800b 😀 C:\\udir', tags }))
    const [row] = readPreparedRows(builder.finish()[0]!)
    expect(row).to.deep.include({ message: 'a\ufffdb 😀 C:\\udir', tags: { 'k\ufffd': 'v\ufffd!' } })
  })

  it('writes a shared object with each of its rows, and validates each distinct one', () => {
    const builder = createInsertBuilder(position)
    const shared = { name: 'a' }
    const resources = [shared, shared, { name: 'b' }, shared, { name: '\ud800' }]
    for (const resource of resources) builder.add('spans', spanRow({ resource }))
    expect(() => {
      builder.add('spans', { ...spanRow(), resource: { name: 1 } } as unknown as SpanRow)
    }).to.throw(InvalidRowError, 'spans.resource has a value that is not a string')
    builder.add('spans', spanRow({ resource: shared }))
    const written = readPreparedRows(builder.finish()[0]!).map(({ resource }) => resource)
    expect(written).to.deep.equal([shared, shared, { name: 'b' }, shared, { name: '\ufffd' }, shared])
  })

  it('encodes the columns that rows share once, with the same result as for each of them', () => {
    const series = { name: 'a\ud800', attributes: { 'k"': 'v\udc00' }, resource: { 'service.name': 'shop' } }
    const write = (encoded?: EncodedColumns) => {
      const builder = createInsertBuilder(position)
      for (const value of [1, 2, 3]) {
        builder.add('data_points', dataPointRow({ ...series, value, ...(encoded && { encoded }) }))
      }
      return builder.finish()[0]!.days[0]!.bytes
    }
    const encoded = {}
    const expected = write()
    expect([write(encoded), write(encoded)]).to.deep.equal([expected, expected])
    expect(encoded).to.have.property('values').that.is.an('array')
  })

  it('omits a day whose only row was rejected', () => {
    const builder = createInsertBuilder(position)
    builder.add('data_points', dataPointRow({ timestamp: day * 1000, value: 1 }))
    const wrong = dataPointRow({ timestamp: (day + 86_400_000) * 1000, value: Number.NaN })
    expect(() => {
      builder.add('data_points', wrong)
    }).to.throw(InvalidRowError, 'data_points.value is not a finite number')
    const [insert, ...others] = builder.finish()
    expect(insert!.days.map((each) => [each.day, each.rows])).to.deep.equal([['2026-05-17', 1]])
    expect(others).to.deep.equal([])
  })

  it('rejects every row whose shared columns do not fit', () => {
    const builder = createInsertBuilder(position)
    const encoded = {}
    for (let row = 0; row < 2; row += 1) {
      expect(() => {
        builder.add('data_points', dataPointRow({ series: 'abc', encoded }))
      }).to.throw(InvalidRowError, 'data_points.series is not 16 lower-case hex digits')
    }
    expect(builder.rows).to.equal(0)
  })

  it('writes texts of any length, in any characters', () => {
    const builder = createInsertBuilder(position)
    const lengths = [
      ...Array.from({ length: 60 }, (_, length) => length),
      63,
      64,
      127,
      128,
      129,
      16_383,
      16_384,
      400_000,
    ]
    const texts = lengths.flatMap((length) => ['a', 'é', '→', '😀', '\0'].map((sign) => sign.repeat(length)))
    for (const events of texts) builder.add('spans', spanRow({ events, operation: events.slice(0, 50) }))
    const rows = readPreparedRows(builder.finish()[0]!)
    expect(rows.map(({ events }) => events)).to.deep.equal(texts)
    expect(rows.map(({ operation }) => operation)).to.deep.equal(texts.map((text) => text.slice(0, 50).toWellFormed()))
  })

  const refused: [string, Partial<OutcomeRow>][] = [
    ['NaN', { quantity: Number.NaN }],
    ['Infinity', { quantity: Number.POSITIVE_INFINITY }],
    ['fractions in integer columns', { quantity: 1.5 }],
    ['negative counts', { quantity: -1 }],
    ['integers beyond 2^53', { quantity: 2 ** 53 }],
    ['fractions of ticks', { minute: day + 0.5 }],
    ['times before 1970', { minute: -1 }],
    ['times after the last daily partition', { minute: Date.UTC(2150, 0, 1) }],
  ]
  for (const [what, values] of refused) {
    it(`rejects ${what} and leaves the collection unchanged`, () => {
      const builder = createInsertBuilder(position)
      expect(() => {
        builder.add('outcomes', outcomeRow(values))
      }).to.throw(InvalidRowError, /^outcomes\.(quantity|minute) is not/)
      expect(builder.rows).to.equal(0)
      expect(builder.finish()).to.deep.equal([])
    })
  }

  it('rejects ids of another length, numbers that overflow and numbers that JSON cannot represent', () => {
    const builder = createInsertBuilder(position)
    expect(() => {
      builder.add('spans', spanRow({ trace_id: 'abc' }))
    }).to.throw(InvalidRowError, 'spans.trace_id is not 32 lower-case hex digits')
    expect(() => {
      builder.add('spans', spanRow({ http_status: 70_000 }))
    }).to.throw(InvalidRowError, 'spans.http_status')
    expect(() => {
      builder.add('container_metrics', containerMetricRow({ cpu_usage_cores: Number.NaN }))
    }).to.throw(InvalidRowError, 'container_metrics.cpu_usage_cores is not a finite number')
  })

  it('rejects a position that is not a range', () => {
    expect(() => createInsertBuilder({ ...position, end: 99 })).to.throw(RangeError)
    expect(() => createInsertBuilder({ ...position, partition: 70_000 })).to.throw(RangeError)
  })
})
