import { clientDiscard, limits, queryOutcomes } from '@signalbox/contracts'
import type { ReadRequest } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { onDay, projectId } from '../support/fixed-world.js'
import { outcome } from '../support/health-rows.js'
import { openService, type QueryService } from '../support/query-service.js'
import { openSharedStore } from '../support/shared-store.js'

async function openLedger(): Promise<QueryService> {
  const service = await openService()
  await service.seed('outcomes', [
    outcome({ quantity: 5 }),
    outcome({ quantity: 6 }),
    outcome({ kind: 'span', quantity: 40 }),
    outcome({ outcome: 'dropped', reason: 'invalid_event', quantity: 3 }),
    outcome({ outcome: 'rate_limited', reason: 'quota', quantity: 2 }),
    outcome({ outcome: 'dead_lettered', reason: 'pipeline_error', quantity: 1, project_id: '' }),
    outcome({ outcome: clientDiscard, reason: 'sample_rate', kind: 'transaction', quantity: 900 }),
    outcome({ minute: onDay(9), quantity: 100 }),
  ])
  return service
}

describe('GET /api/v1/telemetry/query/outcomes/', () => {
  let service: QueryService

  before(async () => {
    service = await openLedger()
  })

  it('sums received items, without those that SDKs discarded', async () => {
    const { body } = await service.get(queryOutcomes)
    expect(body.totals).to.deep.equal({
      received: 157,
      stored: 151,
      dropped: 3,
      rate_limited: 2,
      dead_lettered: 1,
      client_discarded: 900,
    })
    expect(body.outcomes).to.deep.equal([
      { kind: 'transaction', outcome: clientDiscard, reason: 'sample_rate', quantity: 900 },
      { kind: 'error', outcome: 'stored', reason: '', quantity: 111 },
      { kind: 'span', outcome: 'stored', reason: '', quantity: 40 },
      { kind: 'error', outcome: 'dropped', reason: 'invalid_event', quantity: 3 },
      { kind: 'error', outcome: 'rate_limited', reason: 'quota', quantity: 2 },
      { kind: 'error', outcome: 'dead_lettered', reason: 'pipeline_error', quantity: 1 },
    ])
    expect(body).not.to.have.property('series')
  })

  it('groups by the requested fields', async () => {
    const { body } = await service.get(queryOutcomes, { group_by: 'project_id', outcome: 'dead_lettered' })
    expect(body.outcomes).to.deep.equal([{ project_id: '', quantity: 1 }])
    expect((await service.get(queryOutcomes, { group_by: 'kind,project_id' })).body.outcomes).to.have.length(4)
  })

  it('filters by kind, outcome, reason, project and time', async () => {
    const totals = async (query: Record<string, string>) => (await service.get(queryOutcomes, query)).body.totals
    expect(await totals({ kind: 'span' })).to.include({ received: 40, client_discarded: 0 })
    expect(await totals({ outcome: 'dropped' })).to.include({ received: 3, stored: 0 })
    expect(await totals({ reason: 'sample_rate' })).to.include({ received: 0, client_discarded: 900 })
    expect(await totals({ project_id: projectId })).to.include({ received: 156, dead_lettered: 0 })
    expect(await totals({ since: '1h' })).to.include({ received: 57 })
  })

  it('includes the complete minute in which the range starts', async () => {
    const start = new Date(onDay(9, 0, 42)).toISOString()
    const { body } = await service.get(queryOutcomes, { start, end: new Date(onDay(10)).toISOString() })
    expect(body.totals.stored).to.equal(100)
    expect(body.period).to.deep.equal({
      start: new Date(onDay(9)).toISOString(),
      end: new Date(onDay(10)).toISOString(),
    })
  })

  it('returns a series in time order', async () => {
    const series = async (interval: string) => {
      const { body } = await service.get(queryOutcomes, { interval, group_by: 'outcome', outcome: 'stored' })
      return body.series
    }
    const point = (hours: number, minutes: number, quantity: number) => ({
      time: new Date(onDay(hours, minutes)).toISOString(),
      outcome: 'stored',
      quantity,
    })
    expect(await series('minute')).to.deep.equal([point(9, 0, 100), point(11, 59, 51)])
    expect(await series('hour')).to.deep.equal([point(9, 0, 100), point(11, 0, 51)])
    expect(await series('day')).to.deep.equal([point(0, 0, 151)])
  })

  it('reads sums of minutes if the batches are summed already', async () => {
    const requests: ReadRequest[] = []
    const watched = await openService({ onRead: (request) => requests.push(request) })
    await watched.seed(
      'outcomes',
      Array.from({ length: 2_000 }, (_, index) => outcome({ quantity: index })),
    )
    await watched.get(queryOutcomes, { interval: 'hour' })
    const { reader } = await openSharedStore()
    for (const name of ['outcomeCounts', 'outcomeTotals', 'outcomeSeries']) {
      const request = requests.find((one) => one.name === name)
      const lines = await reader.read<{ explain: string }>({
        name: 'explain',
        sql: `EXPLAIN projections = 1 ${request?.sql ?? ''}`,
        parameters: request?.parameters ?? {},
      })
      expect(lines.map(({ explain }) => explain).join('\n'), name).to.contain('ReadFromMergeTree (by_minute)')
    }
  })

  it('requests longer intervals if there would be too many points', async () => {
    const busy = await openService()
    const kinds = limits.query.outcomePointsMax / 1_000 + 1
    const lines = Array.from({ length: kinds * 1_000 }, (_, index) =>
      outcome({ minute: onDay(11, -Math.floor(index / kinds)), kind: `kind-${index % kinds}` }),
    )
    await busy.seed('outcomes', lines)
    const refused = await busy.get(queryOutcomes, { interval: 'minute' })
    expect(refused.status).to.equal(400)
    expect(refused.faults.map(({ name }) => name)).to.deep.equal(['interval'])
    expect((await busy.get(queryOutcomes, { interval: 'hour' })).status).to.equal(200)
  })

  it("never shows another organization's ledger", async () => {
    const other = await openService()
    const { body } = await other.get(queryOutcomes, { interval: 'day' })
    expect(body.outcomes).to.deep.equal([])
    expect(body.series).to.deep.equal([])
    expect(body.totals.received).to.equal(0)
  })

  it('rejects invalid parameters, naming them', async () => {
    const wrong = { group_by: 'minute', interval: 'week', outcome: 'lost', kind: '', since: '5m', project_id: 'abc' }
    for (const [name, value] of Object.entries(wrong)) {
      const { status, faults } = await service.get(queryOutcomes, { [name]: value })
      expect(status, name).to.equal(400)
      expect(faults.map((fault) => fault.name)).to.include(name)
    }
  })
})
