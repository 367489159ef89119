import { clusterNodes } from '@signalbox/contracts'
import { expect } from 'chai'
import { openService, type QueryService } from '../support/query-service.js'
import { container, point, secondsAgo } from '../support/rows.js'

const gib = 2 ** 30

describe('cluster nodes', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  it('returns empty objects and no hottest node if there is no data', async () => {
    expect((await service.get(clusterNodes, { hours_back: 24 })).body).to.deep.equal({
      hours_back: 24,
      node_count: 0,
      nodes_without_capacity: 0,
      nodes: {},
      rankings: { by_cpu_usage: [], by_memory_usage: [] },
      hottest_node: null,
    })
  })

  it('returns the range over minutes in percent, the capacity and the pods', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, memory_usage_bytes: gib, timestamp: secondsAgo(600) }),
      container({ cpu_usage_cores: 2, memory_usage_bytes: gib }),
      container({ cpu_usage_cores: 1, pod: 'web-2' }),
    ])
    await service.seed('metric_points', [
      point('node_cpu_capacity_cores', 3),
      point('node_memory_capacity_bytes', 1.5 * gib),
    ])
    expect((await service.get(clusterNodes)).body).to.deep.equal({
      hours_back: 1,
      node_count: 1,
      nodes_without_capacity: 0,
      nodes: {
        'node-1': {
          cpu_used_percent: { avg: 66.67, min: 33.33, max: 100 },
          memory_used_percent: { avg: 66.67, min: 66.67, max: 66.67 },
          memory_total_gb: 1.5,
          pod_count: 2,
        },
      },
      rankings: { by_cpu_usage: ['node-1'], by_memory_usage: ['node-1'] },
      hottest_node: 'node-1',
    })
  })

  it("computes a node's cores from its own CPU counter, before the sum over its pods", async () => {
    const counter = (second: number, value: number) => {
      const ofNode = { namespace: '', pod: '', container: '' }
      return point('cpu_usage_seconds_total', value, { timestamp: secondsAgo(60 - second), ...ofNode })
    }
    await service.seed('metric_points', [
      ...[counter(0, 1_000), counter(30, 1_060)],
      point('node_cpu_capacity_cores', 4),
      point('node_memory_working_set_bytes', gib),
      point('node_memory_capacity_bytes', 4 * gib),
    ])
    await service.seed('container_metrics', [container({ cpu_usage_cores: 0.5 })])
    const { cpu_used_percent, memory_used_percent } = (await service.get(clusterNodes)).body.nodes['node-1']!
    expect([cpu_used_percent.max, memory_used_percent.avg]).to.deep.equal([50, 25])
  })

  it('returns nulls if capacity or usage is unknown', async () => {
    await service.seed('container_metrics', [container({ cpu_usage_cores: 1 })])
    await service.seed('metric_points', [point('node_memory_capacity_bytes', gib)])
    const { body } = await service.get(clusterNodes)
    const unknown = { avg: null, min: null, max: null }
    expect(body.nodes['node-1']).to.deep.equal({
      cpu_used_percent: unknown,
      memory_used_percent: unknown,
      memory_total_gb: 1,
      pod_count: 1,
    })
    expect(body.nodes_without_capacity).to.equal(1)
    expect(body.hottest_node).to.equal('node-1')
  })

  it('ranks known percents first, then absolute use, ties by name', async () => {
    const used: Record<string, number> = { a: 1, b: 3, c: 9, d: 30, e: 3 }
    await service.seed(
      'container_metrics',
      Object.entries(used).map(([node, cpu_usage_cores]) => container({ node, pod: node, cpu_usage_cores })),
    )
    await service.seed('metric_points', [
      point('node_cpu_capacity_cores', 4, { node: 'a' }),
      point('node_cpu_capacity_cores', 4, { node: 'b' }),
      point('node_cpu_capacity_cores', 4, { node: 'e' }),
      point('node_ready', 1, { node: 'f' }),
    ])
    const { body } = await service.get(clusterNodes)
    expect(body.rankings.by_cpu_usage).to.deep.equal(['b', 'e', 'a', 'd', 'c', 'f'])
    expect(body.rankings.by_memory_usage).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(body.hottest_node).to.equal('b')
  })

  it('ranks all by absolute usage if no capacity is known, and names the first the hottest', async () => {
    await service.seed('container_metrics', [
      container({ node: 'a', pod: 'a', cpu_usage_cores: 1 }),
      container({ node: 'b', pod: 'b', cpu_usage_cores: 2 }),
    ])
    const { body } = await service.get(clusterNodes)
    expect(body.rankings.by_cpu_usage).to.deep.equal(['b', 'a'])
    expect(body.hottest_node).to.equal('b')
  })

  it('names the node with the fullest memory the hottest if that exceeds every CPU', async () => {
    await service.seed('container_metrics', [
      container({ node: 'a', pod: 'a', cpu_usage_cores: 1, memory_usage_bytes: 1 }),
      container({ node: 'b', pod: 'b', cpu_usage_cores: 0.5, memory_usage_bytes: 95 }),
    ])
    await service.seed(
      'metric_points',
      ['a', 'b'].flatMap((node) => [
        point('node_cpu_capacity_cores', 2, { node }),
        point('node_memory_capacity_bytes', 100, { node }),
      ]),
    )
    expect((await service.get(clusterNodes)).body.hottest_node).to.equal('b')
  })

  it('names nodes with the same name by cluster in the rankings too', async () => {
    await service.seed('container_metrics', [
      container({ cluster: 'a', cpu_usage_cores: 1 }),
      container({ cluster: 'b', cpu_usage_cores: 2 }),
    ])
    const { body } = await service.get(clusterNodes)
    expect(body.rankings.by_cpu_usage).to.deep.equal(['b/node-1', 'a/node-1'])
    expect(body.hottest_node).to.equal('b/node-1')
  })
})
