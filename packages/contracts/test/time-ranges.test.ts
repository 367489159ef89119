import { expect } from 'chai'
import { servedRoutes } from '../src/index.js'

/** Documented with hours alone, and what is looked at as it is now. */
const others = ['readErrors', 'clusterOverview', 'clusterNodes', 'clusterTop', 'listDeadLetters']

describe('a route that takes a range of time', () => {
  for (const { id, query } of servedRoutes) {
    const names = new Set(Object.keys(query?.properties ?? {}))
    if (!['since', 'start', 'end'].some((name) => names.has(name)) || others.includes(id)) continue
    it(`takes since beside start and end: ${id}`, () => {
      expect([...names]).to.include.members(['since', 'start', 'end'])
    })
  }
})
