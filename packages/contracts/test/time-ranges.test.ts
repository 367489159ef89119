import { expect } from 'chai'
import { servedRoutes } from '../src/index.js'

/** Documented with hours only, and views of the current state. */
const others = ['readErrors', 'clusterOverview', 'clusterNodes', 'clusterTop', 'listDeadLetters']

describe('a route with a time range', () => {
  for (const { id, query } of servedRoutes) {
    const names = new Set(Object.keys(query?.properties ?? {}))
    if (!['since', 'start', 'end'].some((name) => names.has(name)) || others.includes(id)) continue
    it(`accepts since next to start and end: ${id}`, () => {
      expect([...names]).to.include.members(['since', 'start', 'end'])
    })
  }
})
