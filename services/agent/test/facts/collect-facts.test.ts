import { ApiError } from '@signalbox/api-client'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { openInvestigation } from '../../../../test/support/open-investigation.js'
import { collectFacts } from '../../src/facts/collect-facts.js'
import type { Question } from '../../src/investigation/question.js'
import { BudgetExhausted } from '../../src/investigation/failures.js'
import { createChange } from '../support/create-change.js'

const asOf = Date.parse('2026-06-19T12:00:00Z')
const firedAt = '2026-06-19T11:30:00.000Z'
const hourMs = 3_600_000

const empty: Readonly<Record<string, object>> = {
  queryCoverage: { sources: [] },
  queryServices: { interval_seconds: 60, one_in_traces: 1, services: [], services_left_out: 0 },
  queryMetricSeries: { interval_seconds: 60, series: [], total: 0 },
  querySaturation: { saturation: [], total: 0 },
  queryLogPatterns: { one_in_warnings: 1, one_in_others: 1, patterns: [], total: 0 },
  queryErrorGroups: { groups: [], total: 0 },
  compareOperations: { one_in_traces: 1, operations: [], total: 0 },
  queryDependencies: { one_in_traces: 1, dependencies: [], total: 0 },
  queryTraceSamples: { traces: [], total: 0, attributes_left_out: 0 },
  listChanges: { changes: [], total: 0, has_more: false },
}

type Answers = (operation: string, query: Readonly<Record<string, unknown>>) => unknown

/** Collects facts from a scripted API. */
async function collect(answers: Answers = () => undefined) {
  const asked: Question['parameters'][] = []
  const api = {
    call: (contract: { id: string }, { query = {} }: { query?: Record<string, unknown> }) => {
      asked.push({ operation: contract.id, ...query })
      const answer = answers(contract.id, query)
      if (answer instanceof Error) return Promise.reject(answer)
      return Promise.resolve(answer ?? empty[contract.id])
    },
  }
  const session = { prompt: 'What is it?', context: { alert: { fired_at: firedAt } }, asOf }
  // The fake API does not know each route's response type.
  const investigation = openInvestigation(api as Parameters<typeof openInvestigation>[0], session)
  return { facts: await collectFacts(investigation), asked }
}

const iso = (moment: number) => new Date(moment).toISOString()
const hoursBefore = (hours: number) => Date.parse(firedAt) - hours * hourMs

describe('collectFacts', () => {
  it('looks two hours back if nothing was sent, until the session started', async () => {
    const { facts, asked } = await collect()
    expect(facts.window).to.deep.equal({ start: hoursBefore(2), end: asOf })
    expect(facts.gaps).to.deep.equal([])
    const question = asked.find(({ operation }) => operation === 'queryLogPatterns')
    expect(question).to.include({ start: iso(hoursBefore(2)), end: iso(asOf), split: iso(hoursBefore(1)) })
  })

  it('looks back to the first item within a day', async () => {
    const first = { source: 'logs', first: iso(hoursBefore(20) + 5_000), last: firedAt, count: 1 }
    const { facts } = await collect((operation, { end }) =>
      operation === 'queryCoverage' && end === iso(asOf) ? { sources: [first] } : undefined,
    )
    expect(facts.window.start).to.equal(hoursBefore(20))
  })

  it('looks six hours back if there was telemetry before that day', async () => {
    const old = { source: 'logs', first: iso(hoursBefore(25)), last: iso(hoursBefore(24)), count: 1 }
    const { facts, asked } = await collect((operation) =>
      operation === 'queryCoverage' ? { sources: [old] } : undefined,
    )
    expect(facts.window.start).to.equal(hoursBefore(6))
    expect(asked.filter(({ operation }) => operation === 'queryCoverage')).to.have.length(1)
  })

  it('reads all pages of changes, however short a page is, from a week before the window', async () => {
    const change = (number: number) => createChange({ kind: 'commit', id: `${number}`, change_id: `c${number}` })
    const { facts, asked } = await collect((operation, { offset }) =>
      operation === 'listChanges'
        ? { changes: [change(Number(offset)), change(Number(offset) + 1)], total: 6, has_more: Number(offset) < 4 }
        : undefined,
    )
    expect(facts.changes.map(({ change_id: id }) => id)).to.deep.equal(['c0', 'c1', 'c2', 'c3', 'c4', 'c5'])
    expect(facts.changesEvidence).to.have.length(3)
    const [question] = asked.filter(({ operation }) => operation === 'listChanges')
    expect(question).to.include({ start: iso(hoursBefore(2) - 7 * 24 * hourMs), end: iso(asOf) })
  })

  it('leaves a gap if a query is rejected, and returns the rest', async () => {
    const { facts } = await collect((operation) =>
      operation === 'queryErrorGroups' ? new ApiError(503, 'The analytics store is busy') : undefined,
    )
    expect(facts.gaps).to.deep.equal(['errors: The analytics store is busy'])
    expect(facts.errorGroups).to.deep.equal([])
  })

  it('says how much of a response is missing', async () => {
    const { facts } = await collect((operation) =>
      operation === 'queryMetricSeries' ? { interval_seconds: 60, series: [], total: 1_200 } : undefined,
    )
    expect(facts.gaps).to.deep.equal(['1200 of 1200 metrics (over the limit)'])
  })

  it('stops when the budget is used up, which is not a gap', async () => {
    let error: unknown
    await collect((operation) =>
      operation === 'queryServices' ? new BudgetExhausted('The session has no queries left') : undefined,
    ).catch((thrown: unknown) => (error = thrown))
    expect(error).to.be.instanceOf(BudgetExhausted)
  })

  it("requests no more than the API's limits allow", async () => {
    const { asked } = await collect()
    for (const { limit } of asked) if (limit !== undefined) expect(limit).to.be.at.most(limits.query.listLimitMax)
  })
})
