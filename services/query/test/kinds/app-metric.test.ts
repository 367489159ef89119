import { queryAppMetrics, type AppMetricList, type AppMetricSeries } from '@signalbox/contracts'
import { expect } from 'chai'
import { onDay, projectId, projectNumber } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { hexId, measurement, secondsAgo } from '../support/rows.js'

type Query = Parameters<QueryService['get']>[1]

describe('application metrics', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  async function list(query: Query = {}): Promise<AppMetricList> {
    const { status, body } = await service.get(queryAppMetrics, query)
    expect(status).to.equal(200)
    if ('metrics' in body) return body
    throw new Error('a series was answered')
  }

  async function series(query: Query = {}): Promise<AppMetricSeries> {
    const { status, body } = await service.get(queryAppMetrics, { name: 'orders', ...query })
    expect(status).to.equal(200)
    if ('series' in body) return body
    throw new Error('a list was answered')
  }

  describe('without a name', () => {
    it('returns empty lists if there is no data', async () => {
      expect(await list()).to.deep.equal({ metrics: [], total: 0 })
    })

    it('lists each name, type and unit once, the last seen first', async () => {
      await service.seed('app_metrics', [
        measurement({ name: 'a', timestamp: secondsAgo(50) * 1000 }),
        measurement({ name: 'a', timestamp: secondsAgo(40) * 1000 + 1 }),
        measurement({ name: 'b', type: 'distribution', unit: 'second', timestamp: secondsAgo(30) * 1000 }),
        measurement({ name: 'b', type: 'gauge', timestamp: secondsAgo(40) * 1000 }),
      ])
      expect(await list()).to.deep.equal({
        metrics: [
          { name: 'b', type: 'distribution', unit: 'second', count: 1, last_seen: time(30) },
          { name: 'a', type: 'counter', unit: '', count: 2, last_seen: time(40) },
          { name: 'b', type: 'gauge', unit: '', count: 1, last_seen: time(40) },
        ],
        total: 3,
      })
    })

    it('pages', async () => {
      await service.seed(
        'app_metrics',
        ['a', 'b', 'c', 'd', 'e'].map((name) => measurement({ name })),
      )
      const names = []
      for (let offset = 0; offset < 7; offset += 2) {
        const { metrics, total } = await list({ limit: 2, offset })
        expect(total).to.equal(5)
        names.push(...metrics.map(({ name }) => name))
      }
      expect(names).to.deep.equal(['a', 'b', 'c', 'd', 'e'])
    })

    it('filters by project number, and never includes another organization', async () => {
      const other = await openService()
      await other.seed('app_metrics', [measurement({ name: 'theirs' })])
      await service.seed('app_metrics', [
        measurement({ name: 'ours' }),
        measurement({ name: 'b', project_id: 'other' }),
      ])
      expect((await list()).total).to.equal(2)
      expect((await list({ project_id: projectNumber })).metrics.map(({ name }) => name)).to.deep.equal(['ours'])
    })
  })

  describe('with a name', () => {
    it('returns empty lists if there is no data', async () => {
      expect(await series()).to.deep.equal({
        name: 'orders',
        type: null,
        unit: null,
        interval_seconds: 30,
        series: [],
        others_left_out: 0,
        samples: [],
        total: 0,
        attributes_left_out: 0,
      })
    })

    it('aggregates each interval and omits empty ones', async () => {
      const values = Array.from({ length: 100 }, (_, index) => index + 1)
      await service.seed('app_metrics', [
        ...values.map((value) =>
          measurement({ value, type: 'distribution', timestamp: onDay(12, 0, 0) * 1000 + value }),
        ),
        measurement({ value: -5, type: 'distribution', timestamp: onDay(11, 50) * 1000 }),
      ])
      const answer = await series({ interval_seconds: 60, limit: 1 })
      expect(answer).to.deep.include({ type: 'distribution', unit: '', interval_seconds: 60, total: 101 })
      expect(answer.series).to.deep.equal([
        {
          group: null,
          count: 101,
          points: [
            {
              timestamp: new Date(onDay(11, 50)).toISOString(),
              count: 1,
              sum: -5,
              min: -5,
              max: -5,
              avg: -5,
              p50: -5,
              p95: -5,
            },
            {
              timestamp: new Date(onDay(12, 0)).toISOString(),
              count: 100,
              sum: 5_050,
              min: 1,
              max: 100,
              avg: 50.5,
              p50: 50.5,
              p95: 95.05,
            },
          ],
        },
      ])
    })

    it('stays finite if a sum overflows', async () => {
      await service.seed('app_metrics', [measurement({ value: 1.7e308 }), measurement({ value: 1.7e308 })])
      const [point] = (await series()).series[0]!.points
      expect(point!.sum).to.equal(Number.MAX_VALUE)
      expect(point!.max).to.equal(1.7e308)
    })

    it('returns every field of a measurement', async () => {
      await service.seed('app_metrics', [
        measurement({
          value: 2.5,
          trace_id: hexId(32, 9),
          span_id: hexId(16, 8),
          release: 'shop@1',
          environment: 'production',
          attributes: { country: 'de' },
        }),
      ])
      expect((await series()).samples).to.deep.equal([
        {
          timestamp: time(60),
          project_id: projectId,
          value: 2.5,
          trace_id: hexId(32, 9),
          span_id: hexId(16, 8),
          service: 'shop',
          release: 'shop@1',
          environment: 'production',
          attributes: { country: 'de' },
        },
      ])
    })

    it('pages measurements, newest first by microseconds', async () => {
      await service.seed(
        'app_metrics',
        Array.from({ length: 30 }, (_, index) =>
          measurement({ value: index, timestamp: secondsAgo(60 + 60 * (index % 3)) * 1000 + Math.floor(index / 6) }),
        ),
      )
      const values: number[] = []
      for (let offset = 0; offset < 35; offset += 7) {
        values.push(...(await series({ limit: 7, offset })).samples.map(({ value }) => value))
      }
      expect(new Set(values)).to.have.property('size', 30)
      expect(values.slice(0, 3)).to.deep.equal([24, 27, 18])
    })

    it('groups by a column and by an attribute, the largest first', async () => {
      await service.seed('app_metrics', [
        measurement({ service: 'a', attributes: { country: 'de' } }),
        measurement({ service: 'b', attributes: { country: 'fr' } }),
        measurement({ service: 'b' }),
        measurement({ service: 'b', attributes: { country: 'fr' } }),
      ])
      const groups = ({ series: all }: AppMetricSeries) => all.map(({ group, count }) => [group, count])
      expect(groups(await series({ group_by: 'service' }))).to.deep.equal([
        ['b', 3],
        ['a', 1],
      ])
      const byCountry = await series({ group_by: 'country' })
      expect(groups(byCountry)).to.deep.equal([
        ['fr', 2],
        ['', 1],
        ['de', 1],
      ])
      expect(byCountry.series[0]!.points.map(({ sum }) => sum)).to.deep.equal([2])
      expect(groups(await series({ group_by: "x'] OR 1" }))).to.deep.equal([['', 4]])
    })

    it('returns 20 groups and counts the others', async () => {
      await service.seed(
        'app_metrics',
        Array.from({ length: 23 }, (_, index) => measurement({ attributes: { id: String(index) } })),
      )
      const answer = await series({ group_by: 'id' })
      expect(answer.series).to.have.length(20)
      expect(answer).to.include({ others_left_out: 3, total: 23 })
    })

    it('defaults to the type and unit of the newest measurement', async () => {
      await service.seed('app_metrics', [
        measurement({ type: 'gauge', unit: 'byte', timestamp: secondsAgo(10) * 1000 }),
        measurement({ type: 'counter', timestamp: secondsAgo(20) * 1000 }),
      ])
      expect(await series()).to.include({ type: 'gauge', unit: 'byte', total: 1 })
      expect(await series({ type: 'counter' })).to.include({ type: 'counter', unit: '', total: 1 })
      expect(await series({ unit: 'second' })).to.include({ type: null, total: 0 })
    })

    const wanted = {
      trace_id: hexId(32, 0xabc),
      service: 'wanted',
      release: 'wanted@1',
      environment: 'wanted',
    }
    for (const [name, value] of Object.entries(wanted)) {
      it(`filters by ${name}`, async () => {
        await service.seed('app_metrics', [measurement({ [name]: value }), measurement()])
        const answer = await series({ [name]: value })
        expect([answer.total, answer.series[0]!.count]).to.deep.equal([1, 1])
      })
    }

    it('filters by attributes', async () => {
      await service.seed('app_metrics', [measurement({ attributes: { a: 'b', c: 'd' } }), measurement()])
      expect((await series({ attribute: ['a:b', 'c:d'] })).total).to.equal(1)
      expect((await series({ attribute: ['a:b', 'c:x'] })).total).to.equal(0)
    })

    it('never includes another organization', async () => {
      const other = await openService()
      await other.seed('app_metrics', [measurement()])
      expect((await series()).total).to.equal(0)
    })
  })

  const faulty: Record<string, string>[] = [
    { name: '' },
    { type: 'set' },
    { interval_seconds: '0' },
    { interval_seconds: '1', since: '24h', name: 'orders' },
    { group_by: '' },
    { since: '90d' },
    { limit: '1001' },
    { attribute: 'x' },
    { trace_id: 'x' },
  ]
  for (const query of faulty) {
    it(`rejects ${JSON.stringify(query)} and names the parameter`, async () => {
      const { status, faults } = await service.get(queryAppMetrics, query)
      expect(status).to.equal(400)
      expect(faults[0]!.name).to.equal(Object.keys(query)[0])
    })
  }
})

function time(seconds: number): string {
  return new Date(secondsAgo(seconds)).toISOString()
}
