import { clusterOverview, queryTraces } from '@signalbox/contracts'
import type { ReadRequest } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { openService } from '../support/query-service.js'
import { hexId, secondsAgo, span } from '../support/rows.js'
import { openSharedStore } from '../support/shared-store.js'

describe('hourly span projections', () => {
  const cases = [
    {
      contract: queryTraces,
      query: { since: '24h', min_duration_ms: 1 },
      name: 'tracesPlace',
      projection: 'by_trace_and_hour',
    },
    { contract: clusterOverview, query: { hours_back: 24 }, name: 'httpView', projection: 'http_by_hour' },
  ]
  for (const { contract, query, name, projection } of cases) {
    it(`use ${projection} for the complete hours of ${name}`, async () => {
      const requests: ReadRequest[] = []
      const service = await openService({ onRead: (request) => requests.push(request) })
      const spans = Array.from({ length: 2000 }, (_, index) =>
        span({
          trace_id: hexId(32, index % 20),
          span_id: hexId(16, index),
          start_time: secondsAgo(7200 + index) * 1000,
        }),
      )
      await service.seedSpans(spans)
      expect((await service.get(contract, query)).status).to.equal(200)
      const request = requests.find((one) => one.name === name)
      const { reader } = await openSharedStore()
      const lines = await reader.read<{ explain: string }>({
        name: 'explain',
        sql: `EXPLAIN projections = 1 ${request?.sql ?? ''}`,
        parameters: request?.parameters ?? {},
      })
      expect(lines.map(({ explain }) => explain).join('\n')).to.contain(`ReadFromMergeTree (${projection})`)
    })
  }
})
