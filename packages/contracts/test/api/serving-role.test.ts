import { expect } from 'chai'
import { servedRoutes, servingRoleOf } from '../../src/index.js'

const idsOf = (role: string) => servedRoutes.filter((route) => servingRoleOf(route) === role).map(({ id }) => id)

describe('servingRoleOf', () => {
  it('assigns ingestion routes to ingest', () => {
    expect(idsOf('ingest')).to.have.members(['ingestMetrics', 'ingestSpans'])
  })

  it('assigns only read routes to the query service', () => {
    const changing = servedRoutes.filter((route) => servingRoleOf(route) === 'query' && !route.scope.endsWith(':read'))
    expect(changing).to.deep.equal([])
  })
})
