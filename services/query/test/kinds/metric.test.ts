import { queryMetrics, type MetricSample } from '@signalbox/contracts'
import { expect } from 'chai'
import { nowMs } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { container, point, secondsAgo } from '../support/rows.js'

describe('metrics query', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  it('returns an empty list if there is no data', async () => {
    const { body } = await service.get(queryMetrics)
    expect(body).to.deep.equal({ metrics: [], total: 0 })
  })

  it('returns one sample for each metric name, documented or not', async () => {
    await service.seed('container_metrics', [container({ cpu_usage_cores: 0.25, network_tx_bytes: 0 })])
    await service.seed('metric_points', [point('node_ready', 1)])
    const { body } = await service.get(queryMetrics)
    const labels = { timestamp: new Date(secondsAgo(60)).toISOString(), cluster: 'main', node: 'node-1' }
    const pod = { ...labels, namespace: 'shop', pod: 'web-1', container: 'web' }
    expect(body).to.deep.equal({
      metrics: [
        { ...labels, namespace: '', pod: '', container: '', metric_name: 'node_ready', value: 1 },
        { ...pod, metric_name: 'cpu_usage_cores', value: 0.25 },
        { ...pod, metric_name: 'network_tx_bytes', value: 0 },
      ],
      total: 3,
    })
  })

  it('hides samples of other organizations', async () => {
    const other = await openService()
    await other.seed('container_metrics', [container({ cpu_usage_cores: 1 })])
    await other.seed('metric_points', [point('node_ready', 1)])
    expect((await service.get(queryMetrics)).body.total).to.equal(0)
  })

  it('filters by each label, the pod by its prefix, all literally', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, pod: 'web-1' }),
      container({ cpu_usage_cores: 2, pod: 'web_1' }),
      container({ cpu_usage_cores: 3, cluster: 'a', namespace: 'b', pod: 'c%d', container: "e'f" }),
    ])
    const values = async (filter: Record<string, string>) =>
      (await service.get(queryMetrics, filter)).body.metrics.map(({ value }) => value)
    expect(await values({ pod: 'web' })).to.deep.equal([1, 2])
    expect(await values({ pod: 'web_' })).to.deep.equal([2])
    expect(await values({ pod: '%' })).to.deep.equal([])
    expect(await values({ pod: 'c%' })).to.deep.equal([3])
    expect(await values({ cluster: 'a' })).to.deep.equal([3])
    expect(await values({ namespace: 'b' })).to.deep.equal([3])
    expect(await values({ container: "e'f" })).to.deep.equal([3])
    expect(await values({ container: "' OR 1=1 --" })).to.deep.equal([])
  })

  it('filters by metric name and counts only that', async () => {
    await service.seed('container_metrics', [container({ cpu_usage_cores: 1, memory_usage_bytes: 2 })])
    await service.seed('metric_points', [point('pod_phase', 2), point('node_ready', 1)])
    for (const [metric, value] of [
      ['memory_usage_bytes', 2],
      ['pod_phase', 2],
      ['node_ready', 1],
    ] as const) {
      const { body } = await service.get(queryMetrics, { metric })
      expect(body.total, metric).to.equal(1)
      expect(body.metrics[0]).to.include({ metric_name: metric, value })
    }
    expect((await service.get(queryMetrics, { metric: "x' OR '1'='1" })).body).to.deep.equal({ metrics: [], total: 0 })
  })

  it('pages through everything once, newest first, ties by labels', async () => {
    const rows = Array.from({ length: 40 }, (_, index) =>
      container({
        timestamp: secondsAgo(30 * (index % 8)),
        pod: `pod-${index}`,
        cpu_usage_cores: index,
        memory_usage_bytes: index,
      }),
    )
    await service.seed('container_metrics', rows)
    await service.seed('metric_points', [point('pod_phase', 2, { timestamp: secondsAgo(45) })])
    const all = (await service.get(queryMetrics)).body
    expect(all.total).to.equal(81)
    const keyOf = (sample: MetricSample) => [sample.timestamp, sample.pod, sample.metric_name].join(' ')
    const paged: string[] = []
    for (let offset = 0; offset < 81; offset += 13) {
      const { body } = await service.get(queryMetrics, { limit: 13, offset })
      paged.push(...body.metrics.map(keyOf))
    }
    expect(paged).to.deep.equal(all.metrics.map(keyOf))
    expect(new Set(paged).size).to.equal(81)
    const times = all.metrics.map(({ timestamp }) => timestamp)
    expect(times).to.deep.equal([...times].sort().reverse())
    expect((await service.get(queryMetrics, { offset: 81 })).body).to.deep.equal({ metrics: [], total: 81 })
  })

  it('includes the start and excludes the end of absolute time, over long ranges too', async () => {
    const start = nowMs - 20 * 86_400_000
    const end = nowMs - 86_400_000
    await service.seed(
      'container_metrics',
      [start - 1, start, end - 1, end].map((timestamp, index) => container({ timestamp, cpu_usage_cores: index })),
    )
    const range = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
    const { body } = await service.get(queryMetrics, range)
    expect(body.metrics.map(({ value }) => value)).to.deep.equal([2, 1])
    expect(body.total).to.equal(2)
  })
})
