import { expect } from 'chai'
import { servedRoutes, servingRoleOf } from '../../src/index.js'

const idsOf = (role: string) => servedRoutes.filter((route) => servingRoleOf(route) === role).map(({ id }) => id)

describe('servingRoleOf', () => {
  it('gives what takes telemetry in to ingest', () => {
    expect(idsOf('ingest')).to.have.members(['ingestMetrics', 'ingestSpans'])
  })

  it('gives nothing to the query service that changes something', () => {
    const changing = servedRoutes.filter((route) => servingRoleOf(route) === 'query' && !route.scope.endsWith(':read'))
    expect(changing).to.deep.equal([])
  })
})
