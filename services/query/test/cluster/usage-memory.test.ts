import { clusterNodes, clusterTop, querySaturation, createId } from '@signalbox/contracts'
import type { ReadRequest } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { createRandom } from '../../../../test/support/random.js'
import { onDay } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { container, point } from '../support/rows.js'

/** Hours of the day that a usage query read. */
function hoursReadBy(requests: readonly ReadRequest[], name: string): number[] {
  return requests
    .filter((request) => request.name === name)
    .flatMap(({ parameters }) => {
      const hours = parameters?.['hours']
      return Array.isArray(hours) ? hours.map((hour) => Number(String(hour).slice(11, 13))) : []
    })
    .sort((left, right) => left - right)
}

const nodes = ['node-1', 'node-2', ''] as const

/** Samples of everything that usage is computed from, within 8 hours before the tests' time. */
async function seedSamples(service: QueryService, seed: number, count: number) {
  const random = createRandom(seed)
  const anywhere = () => ({
    cluster: random.pick(['main', 'other']),
    node: random.pick(nodes),
    pod: `web-${random.integer(1, 3)}`,
    timestamp: onDay(4) + random.integer(0, 8 * 3_600_000),
  })
  const samples = Array.from({ length: count }, () =>
    container({
      ...anywhere(),
      container: random.pick(['web', 'sidecar', '']),
      cpu_usage_cores: random.pick([null, random.integer(1, 100) / 8]),
      memory_usage_bytes: random.integer(1, 1_000),
    }),
  )
  const ofNode = { namespace: '', pod: '', container: '' }
  const points = Array.from({ length: count / 10 }, () => [
    point('node_cpu_usage_cores', random.integer(1, 100) / 8, { ...anywhere(), ...ofNode }),
    point('cpu_usage_seconds_total', random.integer(1, 10_000), { ...anywhere(), container: 'counted' }),
    point('node_cpu_capacity_cores', 64, { ...anywhere(), ...ofNode }),
  ])
  await service.seed('container_metrics', samples)
  await service.seed('metric_points', points.flat())
}

const views = [
  [clusterNodes, { hours_back: 9, cluster: 'main' }],
  [clusterNodes, { hours_back: 3, end: new Date(onDay(9, 20, 10)).toISOString() }],
  [clusterTop, { hours_back: 9, resource: 'cpu', limit: 50 }],
  [clusterTop, { hours_back: 9, resource: 'memory', cluster: 'other' }],
  [querySaturation, { since: '7d' }],
] as const

async function readViews(service: QueryService): Promise<unknown[]> {
  const bodies: unknown[] = []
  for (const [contract, query] of views) {
    const { status, body } = await service.get(contract, query)
    expect(status, contract.id).to.equal(200)
    bodies.push(body)
  }
  return bodies
}

describe('usage by hour', () => {
  it('is read only for hours with new samples, however late they arrive', async () => {
    const requests: ReadRequest[] = []
    const service = await openService({ onRead: (request) => requests.push(request) })
    const at = (hour: number, minute = 30) => container({ cpu_usage_cores: 1, timestamp: onDay(hour, minute) })
    await service.seed('container_metrics', [7, 8, 9, 10, 11].map((hour) => at(hour)).concat(at(12, 0)))
    const read = async () => {
      requests.length = 0
      await service.get(clusterNodes, { hours_back: 5 })
      await service.get(clusterTop, { hours_back: 5 })
      const [ofNodes, ofPods] = ['nodeUsage', 'podUsage'].map((name) => hoursReadBy(requests, name))
      expect(ofPods).to.deep.equal(ofNodes)
      return ofNodes
    }
    expect(await read()).to.deep.equal([7, 8, 9, 10, 11, 12])
    expect(await read(), 'those at the ends of the window').to.deep.equal([7, 12])
    await service.seed('container_metrics', [at(9)])
    expect(await read(), 'after a late sample').to.deep.equal([7, 9, 12])
    await service.seed('metric_points', [point('node_cpu_usage_cores', 2, { timestamp: onDay(8, 1) })])
    expect(await read(), 'after a late report of a node').to.deep.equal([7, 8, 12])
    await service.seed('metric_points', [point('cpu_usage_seconds_total', 2, { timestamp: onDay(9, 59) })])
    expect(await read(), 'after a late counter, which the next hour depends on').to.deep.equal([7, 9, 10, 12])
    expect(await read()).to.deep.equal([7, 12])
  })

  it('is not read at all without samples', async () => {
    const requests: ReadRequest[] = []
    const service = await openService({ onRead: (request) => requests.push(request) })
    await service.get(clusterNodes)
    expect(requests.map(({ name }) => name))
      .to.include('usageMarks')
      .and.not.to.include('nodeUsage')
  })

  it('is the same whether remembered or not, with late samples and for every window and cluster', async () => {
    const organizationId = createId()
    const remembering = await openService({ organizationId })
    for (const seed of [1, 2]) {
      await seedSamples(remembering, seed, 300)
      const fresh = await readViews(await openService({ organizationId }))
      expect(await readViews(remembering), 'read in part').to.deep.equal(fresh)
      expect(await readViews(remembering), 'recalled').to.deep.equal(fresh)
    }
  })

  it('of one organization is never that of another', async () => {
    const [one, other] = [await openService(), await openService()]
    await one.seed('container_metrics', [container({ cpu_usage_cores: 1, timestamp: onDay(11, 30) })])
    expect((await one.get(clusterTop)).body.top_consumers).to.have.length(1)
    expect((await other.get(clusterTop)).body.top_consumers).to.deep.equal([])
  })

  it("counts a pod's own samples in each hour in which none of its containers sent any", async () => {
    const service = await openService()
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 1, timestamp: onDay(11, 30) }),
      container({ cpu_usage_cores: 50, container: '', timestamp: onDay(11, 31) }),
      container({ cpu_usage_cores: 3, container: '', timestamp: onDay(10, 30) }),
    ])
    const { body } = await service.get(clusterTop, { hours_back: 2 })
    expect(body.top_consumers.map(({ avg_percent, max_percent }) => [avg_percent, max_percent])).to.deep.equal([
      [200, 300],
    ])
  })

  it('computes cores only from counter samples that are at most an hour apart', async () => {
    const service = await openService()
    const counter = (hour: number, minute: number, value: number) =>
      point('cpu_usage_seconds_total', value, {
        ...{ namespace: 'shop', pod: 'web-1', container: 'web' },
        timestamp: onDay(hour, minute),
      })
    await service.seed('metric_points', [counter(8, 0, 0), counter(10, 30, 100), counter(11, 30, 3_700)])
    const { body } = await service.get(clusterTop, { hours_back: 3 })
    expect(body.top_consumers.map(({ avg_percent }) => avg_percent)).to.deep.equal([100])
  })
})
