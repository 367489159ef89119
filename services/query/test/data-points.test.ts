import { listDataPointAttributes, listDataPointMetrics, queryDataPoints } from '@signalbox/contracts'
import type { DataPointRow } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { onDay } from './support/fixed-world.js'
import { openService, type QueryService } from './support/query-service.js'
import { dataPoint } from './support/rows.js'

const range = { start: new Date(onDay(11)).toISOString(), end: new Date(onDay(12)).toISOString() }
const us = (minute: number, second = 0) => onDay(11, minute, second) * 1_000
const at = (minute: number, values: Partial<DataPointRow>) =>
  dataPoint({ timestamp: us(minute), start_time: us(0), ...values })

describe('data point queries', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  async function ask(query: Record<string, string | number | string[]>) {
    const { status, body } = await service.get(queryDataPoints, { ...range, interval_seconds: 60, ...query })
    expect(status).to.equal(200)
    return body
  }
  const valuesOf = async (query: Record<string, string | number | string[]>) =>
    (await ask(query)).series.map(({ points }) => points.map(({ value }) => value))

  it('return gauges as mean, minimum, maximum and sum over series, by group', async () => {
    const one = { series: '1'.repeat(16), attributes: { shop: 'a' } }
    const other = { series: '2'.repeat(16), attributes: { shop: 'b' }, resource: { zone: 'x' } }
    await service.seed('data_points', [
      at(1, { value: 2, ...one }),
      dataPoint({ timestamp: us(1, 30), value: 4, ...one }),
      at(1, { value: 9, ...other }),
      at(2, { value: 1, ...one }),
    ])
    expect(await valuesOf({ name: 'queue' })).to.deep.equal([[5, 1]])
    expect(await valuesOf({ name: 'queue', aggregate: 'sum' })).to.deep.equal([[12, 1]])
    expect(await valuesOf({ name: 'queue', aggregate: 'min' })).to.deep.equal([[2, 1]])
    expect(await valuesOf({ name: 'queue', aggregate: 'max' })).to.deep.equal([[9, 1]])
    expect(await valuesOf({ name: 'queue', aggregate: 'rate' })).to.deep.equal([[]])
    expect(await valuesOf({ name: 'queue', aggregate: 'max', interval_seconds: 600 })).to.deep.equal([[9]])
    expect(await valuesOf({ name: 'queue', aggregate: 'avg', interval_seconds: 600 })).to.deep.equal([[4]])
    const { series } = await ask({ name: 'queue', group_by: ['shop', 'zone'] })
    expect(series.map(({ group, points }) => [group, points.length])).to.deep.equal([
      [{ shop: 'a', zone: '' }, 2],
      [{ shop: 'b', zone: 'x' }, 1],
    ])
    expect(await valuesOf({ name: 'queue', attribute: ['shop:b'] })).to.deep.equal([[9]])
    expect(await valuesOf({ name: 'queue', attribute: ['zone:x'] })).to.deep.equal([[9]])
    expect(await valuesOf({ name: 'queue', attribute: ['shop:b', 'zone:y'] })).to.deep.equal([])
    expect(await valuesOf({ name: 'queue', attribute: ['zone:'] })).to.deep.equal([])
  })

  it('return means of fractions, including negative ones', async () => {
    await service.seed('data_points', [
      ...[0.5, 0.75, -2].map((value, second) => dataPoint({ timestamp: us(1, second), value })),
      at(2, { value: 0.25, series: '1'.repeat(16) }),
    ])
    expect(await valuesOf({ name: 'queue' })).to.deep.equal([[-0.25, 0.25]])
    expect(await valuesOf({ name: 'queue', interval_seconds: 600 })).to.deep.equal([[-0.125]])
  })

  it('return increases of sums, whether sent as deltas or cumulatively, across resets', async () => {
    const sum = { kind: 'sum', is_monotonic: 1 } as const
    const total = { name: 'total', temporality: 'cumulative', series: '1'.repeat(16), ...sum }
    const delta = { name: 'delta', temporality: 'delta', series: '2'.repeat(16), ...sum }
    const old = { start_time: onDay(3) * 1_000 }
    await service.seed('data_points', [
      ...[60, 180, 180, 30].map((value, minute) => at(minute + 1, { value, ...total, ...old })),
      at(1, { value: 6, ...total, series: '3'.repeat(16) }),
      ...[60, 120].map((value, minute) => at(minute + 1, { value, ...delta })),
      at(2, { value: 120, ...delta }),
    ])
    expect(await valuesOf({ name: 'total' })).to.deep.equal([[0.1, 2, 0, 0.5]])
    expect(await valuesOf({ name: 'total', aggregate: 'sum' })).to.deep.equal([[6, 120, 0, 30]])
    expect(await valuesOf({ name: 'delta' })).to.deep.equal([[1, 2]])
  })

  it('do not count what a series had counted before the range', async () => {
    const unknown = { name: 'p', kind: 'sum', is_monotonic: 1, temporality: 'cumulative' } as const
    const points = [1_000, 1_060].map((value, minute) =>
      dataPoint({ ...unknown, value, timestamp: us(minute + 1), start_time: us(minute + 1) }),
    )
    await service.seed('data_points', points)
    expect(await valuesOf({ name: 'p' })).to.deep.equal([[0, 1]])
  })

  it('compare the first point of the range with the one before it', async () => {
    const sum = {
      name: 'before',
      kind: 'sum',
      is_monotonic: 1,
      temporality: 'cumulative',
      start_time: us(-600),
    } as const
    const histogram = { name: 'h', kind: 'histogram', temporality: 'cumulative', bounds: [1], start_time: us(-600) }
    await service.seed('data_points', [
      ...[-1, 0, 1].map((minute) => at(minute, { ...sum, value: 600 + 60 * minute })),
      at(-1, { ...histogram, counts: [100, 0], count: 100, sum: 50 }),
      at(0, { ...histogram, counts: [104, 0], count: 104, sum: 60 }),
    ])
    expect(await valuesOf({ name: 'before' })).to.deep.equal([[1, 1]])
    expect(await valuesOf({ name: 'before', aggregate: 'count', interval_seconds: 600 })).to.deep.equal([[120]])
    expect(await valuesOf({ name: 'h', aggregate: 'count' })).to.deep.equal([[4]])
    expect(await valuesOf({ name: 'h', aggregate: 'avg' })).to.deep.equal([[2.5]])
  })

  it('sum changes that may be negative, and return no mean of counters', async () => {
    const change = { name: 'open', kind: 'sum', is_monotonic: 0, temporality: 'delta' } as const
    const total = { name: 'total', kind: 'sum', is_monotonic: 1, temporality: 'delta' } as const
    await service.seed('data_points', [
      ...[5, -2].map((value, second) => dataPoint({ ...change, timestamp: us(1, second), start_time: us(0), value })),
      at(2, { ...change, value: -3 }),
      at(1, { ...total, value: 6 }),
    ])
    expect((await ask({ name: 'open' })).aggregate).to.equal('sum')
    expect(await valuesOf({ name: 'open' })).to.deep.equal([[3, -3]])
    expect(await valuesOf({ name: 'open', aggregate: 'rate' })).to.deep.equal([[0.05, -0.05]])
    expect(await valuesOf({ name: 'total', aggregate: 'avg' })).to.deep.equal([[]])
  })

  it('return histogram quantiles from the buckets of all series, and their mean, rate and extremes', async () => {
    const histogram = { name: 'd', kind: 'histogram', temporality: 'delta', bounds: [1, 2, 4] }
    await service.seed('data_points', [
      at(1, { ...histogram, counts: [0, 10, 0, 0], count: 10, sum: 15, min: 1.1, max: 2, series: '1'.repeat(16) }),
      at(1, { ...histogram, counts: [0, 0, 10, 0], count: 10, sum: 30, min: 2.5, max: 3, series: '2'.repeat(16) }),
    ])
    expect(await valuesOf({ name: 'd', aggregate: 'p50' })).to.deep.equal([[2]])
    expect(await valuesOf({ name: 'd' })).to.deep.equal([[3.8]])
    expect(await valuesOf({ name: 'd', aggregate: 'avg' })).to.deep.equal([[2.25]])
    expect(await valuesOf({ name: 'd', aggregate: 'sum' })).to.deep.equal([[45]])
    expect(await valuesOf({ name: 'd', aggregate: 'count' })).to.deep.equal([[20]])
    expect(await valuesOf({ name: 'd', aggregate: 'min' })).to.deep.equal([[1.1]])
    expect(await valuesOf({ name: 'd', aggregate: 'max' })).to.deep.equal([[3]])
    expect(await valuesOf({ name: 'd', aggregate: 'p50', attribute: ['none:x'] })).to.deep.equal([])
  })

  it("return quantiles of a histogram's increase since its last point", async () => {
    const histogram = {
      name: 'c',
      kind: 'histogram',
      temporality: 'cumulative',
      bounds: [1, 2],
      start_time: us(-90),
    }
    await service.seed('data_points', [
      at(1, { ...histogram, counts: [100, 0, 0], count: 100, sum: 50 }),
      at(2, { ...histogram, counts: [100, 4, 0], count: 104, sum: 56 }),
    ])
    expect(await valuesOf({ name: 'c', aggregate: 'p50' })).to.deep.equal([[1.5]])
    expect(await valuesOf({ name: 'c', aggregate: 'avg' })).to.deep.equal([[1.5]])
  })

  it('return the kind and unit with the most points, and nothing for unknown names', async () => {
    await service.seed('data_points', [at(1, { value: 1 }), at(2, { value: 1 }), at(1, { value: 5, unit: 's' })])
    const { metric, series, aggregate } = await ask({ name: 'queue' })
    expect(metric).to.deep.equal({
      name: 'queue',
      kind: 'gauge',
      unit: '',
      is_monotonic: false,
      series: 1,
      last_seen: new Date(onDay(11, 2)).toISOString(),
    })
    expect([series[0]?.points.length, aggregate]).to.deep.equal([2, 'avg'])
    expect(await ask({ name: 'none' })).to.include({ metric: null, groups_left_out: 0 })
    const { body } = await service.get(listDataPointMetrics, range)
    expect(body.metrics.map(({ name, unit }) => `${name} ${unit}`)).to.deep.equal(['queue ', 'queue s'])
  })

  it('answer one value per group for the complete range, in more groups than a series has', async () => {
    const sum = { name: 'total', kind: 'sum', is_monotonic: 1, temporality: 'delta' } as const
    await service.seed(
      'data_points',
      Array.from({ length: 30 }, (_, index) => index).flatMap((index) => [
        at(1, { ...sum, value: 60, attributes: { shop: `${index}` }, series: `${index}`.padStart(16, '0') }),
        at(59, { ...sum, value: 12 * index, attributes: { shop: `${index}` }, series: `${index}`.padStart(16, '0') }),
      ]),
    )
    const { interval_seconds, series, groups_left_out } = await ask({
      name: 'total',
      aggregate: 'sum',
      group_by: ['shop'],
      whole_range: 'true',
    })
    expect([interval_seconds, series.length, groups_left_out]).to.deep.equal([3_600, 30, 0])
    expect(series.find(({ group }) => group['shop'] === '5')?.points).to.deep.equal([
      { timestamp: range.start, value: 120 },
    ])
    const shop = { name: 'total', attribute: ['shop:5'], whole_range: 'true' }
    expect(await valuesOf({ ...shop, aggregate: 'rate' })).to.deep.equal([[120 / 3_600]])
  })

  it('list the attributes of a metric and of its senders, with the values of the most series first', async () => {
    const points = ['a', 'a', 'b'].map((shop, index) =>
      at(1, {
        value: 1,
        attributes: { shop, ...(index === 0 && { zone: 'x' }) },
        resource: { 'service.name': 'shop', zone: 'y' },
        series: `${index}`.repeat(16),
      }),
    )
    await service.seed('data_points', [...points, at(2, { value: 1, name: 'other', attributes: { secret: 'z' } })])
    const { body } = await service.get(listDataPointAttributes, { ...range, name: 'queue' })
    expect(body).to.deep.equal({
      attributes: [
        { name: 'service.name', values: ['shop'], total: 1 },
        { name: 'shop', values: ['a', 'b'], total: 2 },
        { name: 'zone', values: ['y', 'x'], total: 2 },
      ],
      total: 3,
    })
    const { body: none } = await service.get(listDataPointAttributes, { ...range, name: 'queue', service: 'none' })
    expect(none).to.deep.equal({ attributes: [], total: 0 })
  })

  it("return only their own organization's points", async () => {
    const other = await openService()
    await other.seed('data_points', [at(1, { value: 1, attributes: { shop: 'a' } })])
    expect((await service.get(listDataPointAttributes, { ...range, name: 'queue' })).body.total).to.equal(0)
    expect((await ask({ name: 'queue' })).metric).to.equal(null)
    expect((await service.get(listDataPointMetrics, range)).body.total).to.equal(0)
  })
})
