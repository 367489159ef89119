import { clusterTop } from '@signalbox/contracts'
import { expect } from 'chai'
import { openService, type QueryService } from '../support/query-service.js'
import { container, point, secondsAgo } from '../support/rows.js'

describe('cluster top', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  it('returns empty lists and its defaults if there is no data', async () => {
    expect((await service.get(clusterTop)).body).to.deep.equal({
      resource: 'cpu',
      hours_back: 1,
      limit: 10,
      basis: 'node_capacity',
      top_consumers: [],
      by_namespace: {},
    })
  })

  it("returns percentages of the node's capacity, over minutes, summed over containers", async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1 }),
      container({ cpu_usage_cores: 2, container: 'sidecar' }),
      container({ cpu_usage_cores: 1, timestamp: secondsAgo(600) }),
      container({ cpu_usage_cores: 1, pod: 'web-2' }),
    ])
    await service.seed('metric_points', [point('node_cpu_capacity_cores', 4)])
    const { body } = await service.get(clusterTop)
    expect(body.basis).to.equal('node_capacity')
    expect(body.top_consumers).to.deep.equal([
      { namespace: 'shop', pod: 'web-1', avg_percent: 50, max_percent: 75, basis: 'node_capacity' },
      { namespace: 'shop', pod: 'web-2', avg_percent: 25, max_percent: 25, basis: 'node_capacity' },
    ])
    expect(body.by_namespace).to.deep.equal({ shop: { avg: 37.5, pod_count: 2 } })
  })

  it('returns percentages of one core if the capacity is unknown', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1.5 }),
      container({ cpu_usage_cores: 1, pod: 'web-2', node: 'node-2' }),
    ])
    await service.seed('metric_points', [point('node_cpu_capacity_cores', 2, { node: 'node-2' })])
    const { body } = await service.get(clusterTop)
    expect(body.basis).to.equal('one_core')
    expect(body.top_consumers).to.deep.equal([
      { namespace: 'shop', pod: 'web-1', avg_percent: 150, max_percent: 150, basis: 'one_core' },
      { namespace: 'shop', pod: 'web-2', avg_percent: 50, max_percent: 50, basis: 'node_capacity' },
    ])
  })

  it("returns the share of the cluster's observed memory if the capacity is unknown", async () => {
    await service.seed('container_metrics', [
      container({ memory_usage_bytes: 300 }),
      container({ memory_usage_bytes: 100, pod: 'web-2' }),
      container({ memory_usage_bytes: 7, pod: 'web-3', cluster: 'other' }),
    ])
    const { body } = await service.get(clusterTop, { resource: 'memory' })
    expect(body.basis).to.equal('observed_share')
    const shares = body.top_consumers.map((one) => [one.pod, one.avg_percent])
    expect(shares).to.deep.equal([
      ['web-3', 100],
      ['web-1', 75],
      ['web-2', 25],
    ])
  })

  it('weights a pod that moved by the capacity of each of its nodes', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, timestamp: secondsAgo(600) }),
      container({ cpu_usage_cores: 1, node: 'node-2' }),
    ])
    await service.seed('metric_points', [
      point('node_cpu_capacity_cores', 2),
      point('node_cpu_capacity_cores', 4, { node: 'node-2' }),
    ])
    const { body } = await service.get(clusterTop)
    expect(body.top_consumers).to.have.length(1)
    expect(body.top_consumers[0]).to.include({ avg_percent: 37.5, max_percent: 50 })
  })

  it('limits the list, with ties by namespace and pod, and still counts every pod by namespace', async () => {
    const pods = ['b/2', 'b/1', 'a/9', 'a/8']
    await service.seed(
      'container_metrics',
      pods.map((name) => {
        const [namespace = '', pod = ''] = name.split('/')
        return container({ namespace, pod, cpu_usage_cores: 1 })
      }),
    )
    const { body } = await service.get(clusterTop, { limit: 3 })
    const names = body.top_consumers.map((one) => `${one.namespace}/${one.pod}`)
    expect(names).to.deep.equal(['a/8', 'a/9', 'b/1'])
    expect(body.limit).to.equal(3)
    expect(body.by_namespace).to.deep.equal({ a: { avg: 100, pod_count: 2 }, b: { avg: 100, pod_count: 2 } })
  })

  it('returns zero, never an invalid number, if pods use no memory at all', async () => {
    await service.seed('container_metrics', [container({ memory_usage_bytes: 0 })])
    const { body } = await service.get(clusterTop, { resource: 'memory' })
    expect(body.top_consumers[0]).to.include({ avg_percent: 0, max_percent: 0 })
  })
})
