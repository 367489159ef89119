import { queryStats } from '@signalbox/contracts'
import { expect } from 'chai'
import { nowMs, projectId } from './support/fixed-world.js'
import { openService, type QueryService } from './support/query-service.js'
import { container, event, hexId, point, span } from './support/rows.js'

describe('stats', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  it('returns zeros and the period if there is no data', async () => {
    expect((await service.get(queryStats)).body).to.deep.equal({
      stats: {
        events: { total: 0, errors: 0, warnings: 0, info: 0 },
        metrics: { total: 0, containers: 0, pods: 0 },
        traces: { total: 0, avg_duration_ms: 0 },
      },
      period: { start: new Date(nowMs - 86_400_000).toISOString(), end: new Date(nowMs).toISOString() },
    })
  })

  it('counts every kind', async () => {
    await service.seed(
      'events',
      ['fatal', 'error', 'warning', 'info', 'debug'].map((level) => event({ level })),
    )
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, memory_usage_bytes: 1 }),
      container({ cpu_usage_cores: 1, node: 'node-2' }),
      container({ cpu_usage_cores: 1, container: 'sidecar' }),
      container({ network_rx_bytes: 1, container: '' }),
      container({ cpu_usage_cores: 1, cluster: 'b' }),
    ])
    await service.seed('metric_points', [point('node_ready', 1), point('pod_phase', 2, { namespace: 'x', pod: 'y' })])
    await service.seedSpans([
      span({ duration_us: 1000 }),
      span({ duration_us: 2500, trace_id: hexId(32, 2) }),
      span({ duration_us: 9_000_000, parent_span_id: hexId(16, 5), trace_id: hexId(32, 3) }),
    ])
    expect((await service.get(queryStats)).body.stats).to.deep.equal({
      events: { total: 5, errors: 2, warnings: 1, info: 2 },
      metrics: { total: 8, containers: 3, pods: 3 },
      traces: { total: 3, avg_duration_ms: 1.75 },
    })
  })

  it('counts occurrences: an event may stand for several', async () => {
    await service.seed('events', [
      event({ times_seen: 100 }),
      event({ level: 'warning', times_seen: 20 }),
      event({ level: 'debug' }),
    ])
    const { stats } = (await service.get(queryStats)).body
    expect(stats.events).to.deep.equal({ total: 121, errors: 100, warnings: 20, info: 1 })
  })

  it('filters events and traces by project', async () => {
    await service.seed('events', [event(), event({ project_id: 'another' })])
    await service.seedSpans([span(), span({ project_id: '', trace_id: hexId(32, 2) })])
    const { stats } = (await service.get(queryStats, { project_id: projectId })).body
    expect(stats.events.total).to.equal(1)
    expect(stats.traces.total).to.equal(1)
  })

  it('returns the requested absolute period and counts only in it', async () => {
    await service.seed('events', [event({ timestamp: nowMs - 80 * 86_400_000 }), event()])
    const start = new Date(nowMs - 90 * 86_400_000).toISOString()
    const end = new Date(nowMs - 79 * 86_400_000).toISOString()
    const { body } = await service.get(queryStats, { start, end })
    expect(body.stats.events.total).to.equal(1)
    expect(body.period).to.deep.equal({ start, end })
  })

  it("hides other organizations' data", async () => {
    const other = await openService()
    await other.seed('events', [event()])
    await other.seed('container_metrics', [container({ cpu_usage_cores: 1 })])
    await other.seedSpans([span()])
    const { stats } = (await service.get(queryStats)).body
    expect([stats.events.total, stats.metrics.total, stats.traces.total]).to.deep.equal([0, 0, 0])
  })
})
