import { clusterNodes, clusterOverview, clusterTop, queryStats } from '@signalbox/contracts'
import type { ReadRequest } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { openService } from '../support/query-service.js'
import { openSharedStore } from '../support/shared-store.js'
import { container, secondsAgo } from '../support/rows.js'

/** Tables and projections that a query reads, according to EXPLAIN. */
async function readsOf({ sql, parameters }: ReadRequest): Promise<string[]> {
  const { reader } = await openSharedStore()
  const request = { name: 'explain', sql: `EXPLAIN projections = 1 ${sql}`, ...(parameters && { parameters }) }
  const lines = await reader.read<{ explain: string }>(request)
  return lines.flatMap(({ explain }) => /ReadFromMergeTree \((.*)\)/.exec(explain)?.[1] ?? [])
}

const cases = [
  {
    contract: clusterOverview,
    projections: { usageMarks: 'by_hour', containers: 'by_hour', podsNearMemoryLimit: 'by_hour' },
  },
  { contract: clusterNodes, projections: { usageMarks: 'by_hour', containers: 'by_hour' } },
  { contract: clusterTop, projections: { usageMarks: 'by_hour' } },
  { contract: queryStats, projections: { metricStats: 'by_hour' } },
]

describe('container sample projections', () => {
  for (const { contract, projections } of cases) {
    it(`serve ${contract.id}`, async () => {
      const requests: ReadRequest[] = []
      const service = await openService({ onRead: (request) => requests.push(request) })
      const samples = Array.from({ length: 600 }, (_, index) =>
        container({ timestamp: secondsAgo(3 * index), cpu_usage_cores: 1 }),
      )
      await service.seed('container_metrics', samples)
      expect((await service.get(contract)).status).to.equal(200)
      for (const [name, projection] of Object.entries(projections)) {
        const request = requests.find((one) => one.name === name)
        const reads = request === undefined ? [] : await readsOf(request)
        expect(
          reads.filter((read) => read === projection),
          `${name} reads ${reads.join(', ')}`,
        ).not.to.be.empty
      }
    })
  }
})
