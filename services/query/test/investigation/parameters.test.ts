import {
  compareOperations,
  queryCoverage,
  queryDependencies,
  queryErrorGroups,
  queryLogPatterns,
  queryMetricSeries,
  querySaturation,
  queryServices,
  queryTraceSamples,
  type RouteContract,
} from '@signalbox/contracts'
import { expect } from 'chai'
import { openService, type QueryService } from '../support/query-service.js'
import { parted, range } from './range.js'

const ofRange: RouteContract[] = [queryCoverage, queryServices, queryDependencies, queryMetricSeries, querySaturation]
const ofParts: RouteContract[] = [compareOperations, queryErrorGroups, queryLogPatterns, queryTraceSamples]

describe('parameters of range queries', () => {
  let service: QueryService

  before(async () => {
    service = await openService()
  })

  async function refuses(contract: RouteContract, query: Record<string, string>, name: string) {
    const { status, faults } = await service.get(contract, query)
    expect([status, faults.map((fault) => fault.name)]).to.deep.equal([400, [name]])
  }

  for (const contract of [...ofRange, ...ofParts]) {
    const asked = ofParts.includes(contract) ? parted : range

    it(`${contract.path} responds if nothing was sent`, async () => {
      const { start, ...open } = asked
      expect((await service.get(contract, asked)).status).to.equal(200)
      expect((await service.get(contract, { ...open, since: '90m' })).status, start).to.equal(200)
    })

    it(`${contract.path} rejects unknown parameters, and a range that is reversed or too long`, async () => {
      const { start, end } = asked
      await refuses(contract, { ...asked, unknown: 'x' }, 'unknown')
      await refuses(contract, { ...asked, since: '31d' }, 'since')
      await refuses(contract, { ...asked, start: 'yesterday' }, 'start')
      await refuses(contract, { ...asked, start: end, end: start }, 'start')
      await refuses(contract, { ...asked, start: '2020-01-01T00:00:00Z' }, 'start')
    })
  }

  for (const contract of ofParts) {
    it(`${contract.path} rejects a split time outside the range`, async () => {
      await refuses(contract, range, 'split')
      await refuses(contract, { ...range, split: '2020-01-01T00:00:00Z' }, 'split')
    })
  }

  const limited: [RouteContract, number][] = [
    [compareOperations, 2_000],
    [queryErrorGroups, 1_000],
    [queryLogPatterns, 1_000],
  ]
  for (const [contract, most] of limited) {
    it(`${contract.path} rejects a limit over ${most}`, async () => {
      await refuses(contract, { ...parted, limit: '0' }, 'limit')
      await refuses(contract, { ...parted, limit: String(most + 1) }, 'limit')
    })
  }

  it('names an unknown project 404 and a malformed one 400', async () => {
    const project_id = '01990000-0000-7000-8000-00000000ffff'
    expect((await service.get(queryServices, { ...range, project_id })).status).to.equal(404)
    await refuses(queryServices, { ...range, project_id: 'abc' }, 'project_id')
  })
})
