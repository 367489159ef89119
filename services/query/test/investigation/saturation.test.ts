import { querySaturation } from '@signalbox/contracts'
import { expect } from 'chai'
import { openService, type QueryService } from '../support/query-service.js'
import { container, point, secondsAgo } from '../support/rows.js'
import { range } from './range.js'

const web = { namespace: 'shop', pod: 'web-1', container: 'web' }
const time = (seconds: number) => new Date(secondsAgo(seconds)).toISOString()

describe('saturation', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  async function ask(query: Record<string, string> = {}) {
    const { status, body } = await service.get(querySaturation, { ...range, ...query })
    expect(status).to.equal(200)
    return body
  }

  it("is a container's highest ratio to its limit, with its time", async () => {
    await service.seed('container_metrics', [
      container({ timestamp: secondsAgo(300), memory_usage_bytes: 95, cpu_usage_cores: 0.1 }),
      container({ timestamp: secondsAgo(200), memory_usage_bytes: 90, cpu_usage_cores: 0.4 }),
    ])
    await service.seed('metric_points', [
      point('container_memory_limit_bytes', 100, web),
      point('container_cpu_limit_cores', 1, web),
    ])
    const shown = { subject: 'pod', cluster: 'main', namespace: 'shop', name: 'web-1', container: 'web' }
    expect(await ask()).to.deep.equal({
      saturation: [{ ...shown, kind: 'memory', value: 0.95, timestamp: time(300) }],
      total: 1,
    })
  })

  it("is a node's highest minute relative to its capacity", async () => {
    await service.seed('metric_points', [
      point('node_cpu_usage_cores', 3, { timestamp: secondsAgo(330) }),
      point('node_cpu_usage_cores', 3.6, { timestamp: secondsAgo(210) }),
      point('node_cpu_capacity_cores', 4),
    ])
    expect((await ask()).saturation).to.deep.equal([
      {
        subject: 'node',
        cluster: 'main',
        namespace: '',
        name: 'node-1',
        container: '',
        kind: 'cpu',
        value: 0.9,
        timestamp: time(210),
      },
    ])
  })

  it('counts restarts and kills from their beginning, across counter resets, before all ratios', async () => {
    const restarts = (value: number, seconds: number) =>
      point('container_restarts_total', value, { ...web, timestamp: secondsAgo(seconds) })
    await service.seed('metric_points', [
      restarts(7, 400),
      restarts(7, 300),
      restarts(9, 200),
      restarts(1, 100),
      point('container_oom_kills_total', 0, { ...web, timestamp: secondsAgo(300) }),
      point('container_oom_kills_total', 1, { ...web, timestamp: secondsAgo(150) }),
      point('container_waiting_crashloop', 0, { ...web, timestamp: secondsAgo(300) }),
      point('container_waiting_crashloop', 1, { ...web, timestamp: secondsAgo(120) }),
      point('container_waiting_crashloop', 1, { ...web, timestamp: secondsAgo(60) }),
      point('container_memory_limit_bytes', 100, web),
    ])
    await service.seed('container_metrics', [container({ memory_usage_bytes: 400 })])
    const { saturation } = await ask()
    expect(saturation.map(({ kind, value, timestamp }) => [kind, value, timestamp])).to.deep.equal([
      ['restarts', 3, time(200)],
      ['crash-loop', 2, time(120)],
      ['oom-killed', 1, time(150)],
      ['memory', 4, time(60)],
    ])
  })

  it('is empty if limits are unknown or far away', async () => {
    await service.seed('container_metrics', [container({ memory_usage_bytes: 69, cpu_usage_cores: 99 })])
    await service.seed('metric_points', [point('container_memory_limit_bytes', 100, web)])
    expect(await ask()).to.deep.equal({ saturation: [], total: 0 })
  })

  it('is filtered by cluster', async () => {
    const restart = (cluster: string) => [
      point('container_restarts_total', 0, { ...web, cluster, timestamp: secondsAgo(200) }),
      point('container_restarts_total', 1, { ...web, cluster, timestamp: secondsAgo(100) }),
    ]
    await service.seed('metric_points', [...restart('a'), ...restart('b')])
    expect((await ask()).total).to.equal(2)
    expect((await ask({ cluster: 'b' })).saturation.map(({ cluster }) => cluster)).to.deep.equal(['b'])
  })

  it('never includes another organization', async () => {
    const other = await openService()
    await other.seed('metric_points', [
      point('container_restarts_total', 0, { ...web, timestamp: secondsAgo(200) }),
      point('container_restarts_total', 1, { ...web, timestamp: secondsAgo(100) }),
    ])
    expect((await ask()).total).to.equal(0)
  })
})
