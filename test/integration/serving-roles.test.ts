import { servedRoutes, servingRoleOf, type RouteContract } from '@signalbox/contracts'
import { createQueryRoutes } from '@signalbox/query'
import { expect } from 'chai'

const idsOf = (role: string): string[] =>
  servedRoutes.filter((route: RouteContract) => servingRoleOf(route) === role).map(({ id }) => id)

describe('the role that serves a route', () => {
  it('is the query service for its own routes only', () => {
    const nothing = () => Promise.resolve(undefined)
    const routes = createQueryRoutes({
      reader: { read: () => Promise.resolve([]) },
      projects: { findProject: nothing },
      clock: () => 0,
    })
    const ids = routes.map(({ contract }) => contract.id)
    expect(ids.filter((id) => !idsOf('query').includes(id))).to.deep.equal([])
    expect(idsOf('query').filter((id) => !ids.includes(id))).to.deep.equal([])
  })
})
