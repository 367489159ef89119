import { queryMetricSeries, type MetricSeries } from '@signalbox/contracts'
import type { DataPointRow } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { readDataPointMetrics, readDataPointSeries } from '../../src/investigation/data-point-series.js'
import { onDay, projectId } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { container, dataPoint, measurement, point } from '../support/rows.js'
import { openSharedStore } from '../support/shared-store.js'
import { range } from './range.js'

describe('metric series', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  async function ask(query: Record<string, string | number> = {}) {
    const { status, body } = await service.get(queryMetricSeries, { ...range, ...query })
    expect(status).to.equal(200)
    return body
  }

  const named = (series: readonly MetricSeries[]) =>
    series.map(({ source, service: name, metric }) => [source, name, metric].join(' '))
  const values = (series: MetricSeries | undefined) => series?.points.map(({ value, rate }) => [value, rate])

  it('have one point a minute with the sent value', async () => {
    const at = (minute: number) => ({ timestamp: onDay(11, minute), pod: 'web-0', container: 'web' })
    await service.seed('metric_points', [
      point('queue', 3, at(20)),
      point('queue', 4.25, at(21)),
      point('queue', 0, at(23)),
    ])
    const { interval_seconds, series, total } = await ask()
    expect([interval_seconds, total]).to.deep.equal([60, 1])
    expect(series).to.deep.equal([
      {
        source: 'container',
        service: 'web',
        metric: 'queue',
        kind: 'gauge',
        points: [
          { timestamp: new Date(onDay(11, 20)).toISOString(), value: 3, rate: null },
          { timestamp: new Date(onDay(11, 21)).toISOString(), value: 4.25, rate: null },
          { timestamp: new Date(onDay(11, 23)).toISOString(), value: 0, rate: null },
        ],
      },
    ])
  })

  it('include data points of OpenTelemetry and Prometheus, with the most telling statistic of each kind', async () => {
    const at = (minute: number, values: Partial<DataPointRow>) =>
      dataPoint({ timestamp: onDay(11, minute) * 1_000, start_time: onDay(3) * 1_000, ...values })
    const requests = { name: 'requests', kind: 'sum', is_monotonic: 1, temporality: 'cumulative' } as const
    const seconds = { name: 'seconds', kind: 'histogram', temporality: 'delta', bounds: [1, 2], series: '2'.repeat(16) }
    const age = { name: 'age', kind: 'summary', series: '3'.repeat(16) }
    await service.seed('data_points', [
      at(20, { value: 3 }),
      at(20, { value: 5, series: '1'.repeat(16) }),
      ...['4', '5'].flatMap((digit) =>
        [100, 130, 10].map((value, minute) => at(20 + minute, { ...requests, value, series: digit.repeat(16) })),
      ),
      at(20, { ...seconds, counts: [0, 20, 0], count: 20, sum: 30 }),
      at(20, { ...age, count: 10, sum: 20 }),
      at(21, { ...age, count: 14, sum: 30 }),
      // Less frequently sent with another unit.
      at(21, { value: 9, unit: 's' }),
    ])
    const { series, total } = await ask()
    expect(total).to.equal(4)
    expect(named(series)).to.deep.equal(['app shop age', 'app shop queue', 'app shop requests', 'app shop seconds'])
    expect(series.map((one) => values(one))).to.deep.equal([
      [[2.5, null]],
      [[4, null]],
      [
        [0, null],
        [60, null],
        [20, null],
      ],
      [[1.95, null]],
    ])
  })

  it('omit the metrics with the most data points over the read limit', async () => {
    const points = (name: string, count: number) =>
      Array.from({ length: count }, (_, second) =>
        dataPoint({ name, value: 1, timestamp: onDay(11, 20, second) * 1_000 }),
      )
    await service.seed('data_points', [...points('few', 2), ...points('many', 9)])
    const { reader } = await openSharedStore()
    const window = { startMs: onDay(11), endMs: onDay(12), untilMs: onDay(12) }
    const scope = { organizationId: service.organizationId, projectId: undefined, window }
    const metrics = await readDataPointMetrics(reader, scope)
    const read = await readDataPointSeries(reader, { scope, metrics, intervalMs: 60_000, pointsMax: 10 })
    expect(read.map(({ metric }) => metric)).to.deep.equal(['few'])
  })

  it('are named by container, pod, node or cluster, in name order', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, memory_usage_bytes: 0 }),
      container({ container: '', cpu_usage_cores: 1 }),
      container({ container: '', pod: '', namespace: '', cpu_usage_cores: 1 }),
      container({ container: '', pod: '', namespace: '', node: '', cpu_usage_cores: 1 }),
    ])
    expect(named((await ask()).series)).to.deep.equal([
      'container main cpu_usage_cores',
      'container node-1 cpu_usage_cores',
      'container web cpu_usage_cores',
      'container web memory_usage_bytes',
      'container web-1 cpu_usage_cores',
    ])
  })

  it('are the mean over replicas of gauges', async () => {
    await service.seed('container_metrics', [
      container({ pod: 'web-1', memory_usage_bytes: 100 }),
      container({ pod: 'web-2', memory_usage_bytes: 300 }),
    ])
    expect(values((await ask()).series[0])).to.deep.equal([[200, null]])
  })

  it("sum the increases of replicas' counters, across ends, starts and resets", async () => {
    const at = (minute: number, pod: string) => ({ timestamp: onDay(11, minute), pod, container: 'web' })
    const sent = (value: number, minute: number, pod: string) => point('requests_total', value, at(minute, pod))
    await service.seed('metric_points', [
      sent(1000, 20, 'a'),
      sent(1060, 21, 'a'),
      sent(30, 22, 'a'),
      sent(5000, 21, 'b'),
      sent(5120, 22, 'b'),
    ])
    const [series] = (await ask()).series
    expect(series!.kind).to.equal('counter')
    expect(values(series)).to.deep.equal([
      [1000, null],
      [3030, 1],
      [2575, 2.5],
    ])
  })

  it('treat Prometheus counters as counters, with labels after the name', async () => {
    const at = (minute: number) => ({ timestamp: onDay(11, minute), pod: 'a', container: 'web' })
    await service.seed('metric_points', [
      point('requests_total{code="200"}', 10, at(20)),
      point('requests_total{code="200"}', 70, at(21)),
      point('queue{of="requests_total"}', 5, at(21)),
    ])
    const { series } = await ask()
    expect(series.map(({ metric, kind }) => [metric, kind])).to.deep.equal([
      ['queue{of="requests_total"}', 'gauge'],
      ['requests_total{code="200"}', 'counter'],
    ])
    expect(values(series[1])).to.deep.equal([
      [10, null],
      [70, 1],
    ])
  })

  it('treat network bytes as counters', async () => {
    const at = (minute: number, bytes: number) => container({ timestamp: onDay(11, minute), network_rx_bytes: bytes })
    await service.seed('container_metrics', [at(20, 600), at(21, 1200)])
    expect(values((await ask()).series[0])).to.deep.equal([
      [600, null],
      [1200, 10],
    ])
  })

  it('of applications sum counts, average gauges and use the 95th percentile of distributions', async () => {
    const at = (type: string, value: number) =>
      measurement({ name: type, type, value, timestamp: onDay(11, 30) * 1000 })
    await service.seed('app_metrics', [
      at('counter', 2),
      at('counter', 3),
      at('gauge', 2),
      at('gauge', 4),
      ...Array.from({ length: 100 }, (_, index) => at('distribution', index + 1)),
    ])
    const { series } = await ask()
    expect(named(series)).to.deep.equal(['app shop counter', 'app shop distribution', 'app shop gauge'])
    expect(series.map(({ points }) => points[0]!.value)).to.deep.equal([5, 96, 3])
  })

  it('of a name with several types use the most frequent one', async () => {
    await service.seed('app_metrics', [
      measurement({ type: 'gauge', value: 7 }),
      measurement({ type: 'gauge', value: 9 }),
      measurement({ type: 'counter', value: 100 }),
    ])
    expect(values((await ask()).series[0])).to.deep.equal([[8, null]])
  })

  it('of one project contain application metrics only', async () => {
    await service.seed('container_metrics', [container({ cpu_usage_cores: 1 })])
    await service.seed('app_metrics', [measurement(), measurement({ project_id: 'other', service: 'theirs' })])
    expect(named((await ask({ project_id: projectId })).series)).to.deep.equal(['app shop orders'])
  })

  it('are limited to the thousand that changed most', async () => {
    const steady = Array.from({ length: 1_010 }, (_, index) => [
      point(`steady_${index}`, 5, { timestamp: onDay(11, 30) }),
      point(`steady_${index}`, 5 + index / 100_000, { timestamp: onDay(11, 31) }),
    ])
    await service.seed('metric_points', [
      ...steady.flat(),
      point('moving', 1, { timestamp: onDay(11, 30) }),
      point('moving', 9, { timestamp: onDay(11, 31) }),
    ])
    const { series, total } = await ask({ interval_seconds: 60 })
    expect([series.length, total]).to.deep.equal([1_000, 1_011])
    expect(named(series)).to.include('container node-1 moving').and.not.include('container node-1 steady_0')
  })

  it('have longer intervals if there are many', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => point(`metric_${index}`, 1))
    await service.seed('metric_points', many)
    expect((await ask()).interval_seconds).to.equal(120)
  })

  it('never include another organization', async () => {
    const other = await openService()
    await other.seed('container_metrics', [container({ cpu_usage_cores: 1 })])
    await other.seed('app_metrics', [measurement()])
    expect((await ask()).total).to.equal(0)
  })
})
