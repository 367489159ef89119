import { concludingTools, readingTools, servedRoutes, type Static } from '@signalbox/contracts'
import { expect } from 'chai'
import { findTool, registry } from '../../src/tools/registry.js'
import type { Ask } from '../../src/tools/tool.js'

/** Fewer characters than a token has in any current tokenizer for English and JSON. */
const charactersOfToken = 3

const range = { start: '2026-05-17T11:00:00.000Z', end: '2026-05-17T12:00:00.000Z' }
const inputs: Readonly<Record<string, readonly object[]>> = {
  compare_windows: [{ ...range, split: '2026-05-17T11:30:00Z' }],
  issue: [{}, { issue_id: '01990000-0000-7000-8000-000000000001' }],
  events: [
    { ...range, level: 'error', search: 'x' },
    { ...range, event_id: '0'.repeat(32) },
  ],
  logs: [
    { ...range, service: 'web' },
    { ...range, split: range.start, search: 'timeout' },
  ],
  traces: [{ ...range, service: 'web', min_duration_ms: 100 }],
  trace: [{ trace_id: '0'.repeat(32) }],
  metric_series: [{ ...range, service: 'web', metric: 'memory' }],
  cluster_state: [range],
  changes: [{ ...range, kind: 'commit' }],
  sql: [{ ...range, sql: 'SELECT 1 AS one' }],
}

/** The responses of the called routes, as far as tools read them. */
const answer = { patterns: [], series: [], rows: [], services: [], cluster: { node_count: 0 }, total: 0 }

describe('tools', () => {
  it('are described in at most 4 000 tokens in total', () => {
    const text = JSON.stringify({ ...readingTools, ...concludingTools })
    expect(text.length / charactersOfToken).to.be.below(4_000)
  })

  for (const [name, tool] of Object.entries(registry)) {
    it(`${name} calls only routes that exist and change nothing`, async () => {
      const asked: string[] = []
      const ask: Ask = (contract) => {
        const route = servedRoutes.find(({ id }) => id === contract.id)
        expect(route?.scope).to.match(/:read$/)
        asked.push(contract.id)
        // Tools read no more of a response than this.
        return Promise.resolve({ evidenceId: 'e1', value: answer as Static<typeof contract.response> })
      }
      for (const input of inputs[name] ?? []) {
        expect(tool.findFault(input), JSON.stringify(input)).to.equal(undefined)
        const answers = await tool.run(input, ask)
        expect(answers.map(({ evidenceId }) => evidenceId)).to.include('e1')
      }
      expect(asked).to.not.deep.equal([])
    })

    it(`${name} names invalid arguments, including unknown ones`, () => {
      expect(tool.findFault({ ...inputs[name]?.[0], organization_id: 'x' })).to.contain('organization_id')
      expect(tool.findFault('x')).to.be.a('string')
      expect(tool.findFault(null)).to.be.a('string')
    })
  }

  it('are found by their own names only', () => {
    expect(findTool('sql')?.name).to.equal('sql')
    for (const name of ['finish', 'delete_project', 'constructor', '__proto__', '']) {
      expect(findTool(name)).to.equal(undefined)
    }
  })
})
