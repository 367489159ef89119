import { clusterOverview } from '@signalbox/contracts'
import { expect } from 'chai'
import { nowMs, onDay } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { container, hexId, point, secondsAgo, span } from '../support/rows.js'

const gib = 2 ** 30

describe('cluster overview', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  it('returns zeros and empty objects if there is no data', async () => {
    expect((await service.get(clusterOverview)).body).to.deep.equal({
      hours_back: 1,
      cluster: {
        node_count: 0,
        nodes_without_capacity: 0,
        total_pods: 0,
        running_pods: 0,
        cpu_used_percent: 0,
        memory_used_percent: 0,
        memory_total_gb: null,
        memory_used_gb: 0,
      },
      nodes: {},
      pods_by_namespace: {},
      issues: { crashloops: 0, warnings: 0, total: 0 },
      http: { error_rate: 0, latency_p95: 0, request_count: 0 },
    })
  })

  it('sums usage and capacity of the nodes', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, memory_usage_bytes: 2 * gib }),
      container({ cpu_usage_cores: 2, memory_usage_bytes: gib, container: 'sidecar' }),
      container({ cpu_usage_cores: 1, memory_usage_bytes: gib, pod: 'web-2', node: 'node-2', namespace: 'other' }),
    ])
    await service.seed('metric_points', [
      point('node_cpu_capacity_cores', 4),
      point('node_memory_capacity_bytes', 8 * gib),
      point('node_cpu_capacity_cores', 4, { node: 'node-2' }),
      point('node_memory_capacity_bytes', 4 * gib, { node: 'node-2' }),
    ])
    const { body } = await service.get(clusterOverview)
    expect(body.cluster).to.deep.equal({
      node_count: 2,
      nodes_without_capacity: 0,
      total_pods: 2,
      running_pods: 2,
      cpu_used_percent: 50,
      memory_used_percent: 33.33,
      memory_total_gb: 12,
      memory_used_gb: 4,
    })
    expect(body.nodes).to.deep.equal({
      'node-1': { cpu_used_percent: 75, memory_used_percent: 37.5 },
      'node-2': { cpu_used_percent: 25, memory_used_percent: 25 },
    })
    expect(body.pods_by_namespace).to.deep.equal({ shop: 1, other: 1 })
  })

  it('returns null percentages if no capacity is known, but still the used memory', async () => {
    await service.seed('container_metrics', [container({ cpu_usage_cores: 1, memory_usage_bytes: gib })])
    const { body } = await service.get(clusterOverview)
    expect(body.cluster).to.include({
      nodes_without_capacity: 1,
      cpu_used_percent: null,
      memory_used_percent: null,
      memory_total_gb: null,
      memory_used_gb: 1,
    })
    expect(body.nodes).to.deep.equal({ 'node-1': { cpu_used_percent: null, memory_used_percent: null } })
  })

  it('covers the nodes with known capacity if only some are known', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, memory_usage_bytes: gib }),
      container({ cpu_usage_cores: 9, memory_usage_bytes: gib, node: 'node-2', pod: 'web-2' }),
    ])
    await service.seed('metric_points', [
      point('node_cpu_capacity_cores', 2),
      point('node_memory_capacity_bytes', 2 * gib),
    ])
    const { body } = await service.get(clusterOverview)
    expect(body.cluster).to.include({
      nodes_without_capacity: 1,
      cpu_used_percent: 50,
      memory_used_percent: 50,
      memory_total_gb: 2,
      memory_used_gb: 2,
    })
  })

  it('averages samples within a minute before minutes, and containers before nodes', async () => {
    const minute = (n: number, second: number) => onDay(11, 50 + n, second)
    await service.seed('container_metrics', [
      ...[0, 15, 30, 45].map((second) => container({ timestamp: minute(0, second), cpu_usage_cores: 1 })),
      container({ timestamp: minute(1, 0), cpu_usage_cores: 3 }),
    ])
    await service.seed('metric_points', [point('node_cpu_capacity_cores', 4)])
    expect((await service.get(clusterOverview)).body.cluster.cpu_used_percent).to.equal(50)
  })

  it("prefers a node's own report to the sum of its containers", async () => {
    await service.seed('container_metrics', [container({ cpu_usage_cores: 1, memory_usage_bytes: gib })])
    await service.seed('metric_points', [
      point('node_cpu_usage_cores', 2),
      point('node_memory_working_set_bytes', 3 * gib),
      point('node_cpu_capacity_cores', 4),
      point('node_memory_capacity_bytes', 4 * gib),
    ])
    const { body } = await service.get(clusterOverview)
    expect(body.nodes['node-1']).to.deep.equal({ cpu_used_percent: 50, memory_used_percent: 75 })
  })

  it('does not count a pod twice that sends its own sample beside those of its containers', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1 }),
      container({ cpu_usage_cores: 1, container: '' }),
      container({ cpu_usage_cores: 1, container: '', pod: 'web-2' }),
    ])
    await service.seed('metric_points', [point('node_cpu_capacity_cores', 4)])
    expect((await service.get(clusterOverview)).body.cluster.cpu_used_percent).to.equal(50)
  })

  it('computes cores from CPU counters, across restarts, if no cores are sent', async () => {
    const counter = (second: number, value: number, container = 'web') =>
      point('cpu_usage_seconds_total', value, {
        timestamp: onDay(11, 50, second),
        namespace: 'shop',
        pod: 'web-1',
        container,
      })
    // 10 s, then 20 s since the restart: 30 CPU seconds in 30 s.
    await service.seed('metric_points', [counter(0, 100), counter(15, 110), counter(30, 20)])
    await service.seed('metric_points', [counter(0, 5, 'sidecar'), counter(30, 900, 'sidecar')])
    await service.seed('container_metrics', [
      container({ timestamp: onDay(11, 50, 10), cpu_usage_cores: 1, container: 'sidecar' }),
    ])
    await service.seed('metric_points', [point('node_cpu_capacity_cores', 4)])
    expect((await service.get(clusterOverview)).body.cluster.cpu_used_percent).to.equal(50)
  })

  it('uses the capacity of the window, then of the day before, then the allocatable share', async () => {
    await service.seed(
      'container_metrics',
      ['a', 'b', 'c', 'd'].map((node) => container({ node, pod: node, cpu_usage_cores: 1 })),
    )
    const yesterday = secondsAgo(20 * 3600)
    await service.seed('metric_points', [
      point('node_cpu_capacity_cores', 9, { node: 'a', timestamp: yesterday }),
      point('node_cpu_capacity_cores', 5, { node: 'a', timestamp: secondsAgo(300) }),
      point('node_cpu_capacity_cores', 2, { node: 'a' }),
      point('node_cpu_allocatable_cores', 1, { node: 'a' }),
      point('node_cpu_capacity_cores', 4, { node: 'b', timestamp: yesterday }),
      point('node_cpu_allocatable_cores', 1, { node: 'b' }),
      point('node_cpu_allocatable_cores', 5, { node: 'c' }),
      point('node_cpu_capacity_cores', 8, { node: 'd', timestamp: secondsAgo(26 * 3600) }),
      point('node_cpu_capacity_cores', 0, { node: 'd' }),
    ])
    const { body } = await service.get(clusterOverview)
    const percents = Object.entries(body.nodes)
    expect(percents.map(([name, node]) => [name, node.cpu_used_percent])).to.deep.equal([
      ['a', 50],
      ['b', 25],
      ['c', 20],
      ['d', null],
    ])
  })

  it('uses the capacity that operators configured if a cluster reports none', async () => {
    const stated = await openService({ capacityDefaults: new Map([['main', { cpu: 2 }]]) })
    await stated.seed('container_metrics', [container({ cpu_usage_cores: 1, memory_usage_bytes: 1 })])
    const { body } = await stated.get(clusterOverview)
    expect(body.cluster).to.include({ cpu_used_percent: 50, memory_used_percent: null, nodes_without_capacity: 1 })
  })

  it('qualifies equal node names by cluster, and filters by cluster', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, cluster: 'a' }),
      container({ cpu_usage_cores: 1, cluster: 'b' }),
      container({ cpu_usage_cores: 1, cluster: 'b', node: 'node-2' }),
    ])
    const { body } = await service.get(clusterOverview)
    expect(Object.keys(body.nodes)).to.have.members(['a/node-1', 'b/node-1', 'node-2'])
    expect(body.cluster).to.include({ node_count: 3, total_pods: 2 })
    const one = (await service.get(clusterOverview, { cluster: 'b' })).body
    expect(Object.keys(one.nodes)).to.have.members(['node-1', 'node-2'])
    expect(one.cluster).to.include({ node_count: 2, total_pods: 1 })
    expect((await service.get(clusterOverview, { cluster: "' OR 1=1 --" })).body.cluster.node_count).to.equal(0)
  })

  it('omits finished pods and returns the running ones', async () => {
    const pod = (name: string) => ({ namespace: 'shop', pod: name })
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, pod: 'gone', timestamp: secondsAgo(600) }),
      container({ cpu_usage_cores: 1, pod: 'web', timestamp: secondsAgo(299) }),
      container({ cpu_usage_cores: 1, pod: 'job' }),
    ])
    await service.seed('metric_points', [
      point('pod_phase', 2, { ...pod('job'), timestamp: secondsAgo(600) }),
      point('pod_phase', 3, pod('job')),
      point('pod_phase', 4, { ...pod('web'), timestamp: secondsAgo(600) }),
      point('pod_phase', 2, pod('web')),
      point('pod_phase', 2, { ...pod('idle'), node: '' }),
    ])
    const { body } = await service.get(clusterOverview)
    expect(body.cluster).to.include({ total_pods: 3, running_pods: 2 })
    expect(body.pods_by_namespace).to.deep.equal({ shop: 3 })
  })

  it('counts a pod that moved once, and accepts any namespace name', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, timestamp: secondsAgo(600), namespace: '__proto__' }),
      container({ cpu_usage_cores: 1, node: 'node-2', namespace: '__proto__' }),
    ])
    const { body } = await service.get(clusterOverview)
    expect(body.cluster.total_pods).to.equal(1)
    expect(Object.entries(body.pods_by_namespace)).to.deep.equal([['__proto__', 1]])
  })

  it('counts memory of containers without a node', async () => {
    await service.seed('container_metrics', [container({ memory_usage_bytes: gib, node: '' })])
    const { body } = await service.get(clusterOverview)
    expect(body.cluster).to.include({ node_count: 0, total_pods: 1, memory_used_gb: 1, memory_used_percent: null })
  })

  it('covers exactly the window up to the given end', async () => {
    const end = onDay(10, 0, 30) - 86_400_000
    const at = (timestamp: number, cpu_usage_cores: number) => container({ timestamp, cpu_usage_cores })
    await service.seed('container_metrics', [
      at(end - 3_600_001, 50),
      at(end - 3_600_000, 1),
      at(end - 1_800_000, 2),
      at(end - 1, 3),
      at(end, 90),
    ])
    await service.seed('metric_points', [
      point('node_cpu_capacity_cores', 4, { timestamp: end - 1 }),
      point('node_cpu_capacity_cores', 400, { timestamp: end }),
    ])
    const { body } = await service.get(clusterOverview, { end: new Date(end).toISOString() })
    expect(body.cluster.cpu_used_percent).to.equal(50)
  })

  it('sums HTTP requests up over entry spans', async () => {
    const request = (values: Parameters<typeof span>[0]) => span({ is_http_entry: 1, ...values })
    await service.seedSpans([
      ...Array.from({ length: 17 }, (_, index) =>
        request({ duration_us: (index + 1) * 1000, span_id: hexId(16, index) }),
      ),
      request({ duration_us: 18_000, http_status: 404 }),
      request({ duration_us: 19_000, http_status: 500 }),
      request({ duration_us: 20_000, status: 'error' }),
      span({ duration_us: 9_000_000, status: 'error' }),
      request({ duration_us: 9_000_000, start_time: (nowMs - 3_700_000) * 1000 }),
    ])
    expect((await service.get(clusterOverview)).body.http).to.deep.equal({
      error_rate: 0.1,
      latency_p95: 19.05,
      request_count: 20,
    })
  })

  it("hides other organizations' data", async () => {
    const other = await openService()
    await other.seed('container_metrics', [container({ cpu_usage_cores: 1 })])
    await other.seed('metric_points', [point('node_ready', 0), point('node_cpu_capacity_cores', 1)])
    await other.seedSpans([span({ is_http_entry: 1 })])
    const { body } = await service.get(clusterOverview)
    expect(body.cluster.node_count).to.equal(0)
    expect(body.issues.total).to.equal(0)
    expect(body.http.request_count).to.equal(0)
  })
})
