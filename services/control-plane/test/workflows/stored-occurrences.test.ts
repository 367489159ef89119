import { limits, type OccurrenceOutcome } from '@signalbox/contracts'
import { expect } from 'chai'
import { TestEngine } from '../support/test-engine.js'

const { storedOccurrencesMax } = limits.workflow

describe('what a flood of events leaves behind', () => {
  let test: TestEngine
  beforeEach(() => {
    test = new TestEngine()
  })
  afterEach(() => {
    test.close()
  })

  it('is a limited number of occurrences without a run, the latest, and every one with a run', () => {
    const workflow = test.createWorkflow({ instruction: 'Look', triggers: [] })
    const { triggerOccurrences } = test.store
    const insert = (number: number, outcome: OccurrenceOutcome, triggerId = 'flooded') => {
      triggerOccurrences.insert({
        trigger_id: triggerId,
        key: String(number),
        workflow_id: workflow.id,
        trigger_name: triggerId,
        occurred_at: number,
        outcome,
        reason: outcome === 'run' ? '' : 'The cap was reached',
        run_id: outcome === 'run' ? String(number) : null,
        missed_since: null,
        decided_at: number,
      })
    }
    const flood = storedOccurrencesMax + 1_500
    test.store.transact(() => {
      for (let number = 0; number < 3; number += 1) insert(number, 'capped', 'other')
      for (let number = 0; number < flood; number += 1) insert(number, number < 5 ? 'run' : 'capped')
    })
    const count = (outcome: OccurrenceOutcome, triggerName = 'flooded') =>
      triggerOccurrences.count({ workflowId: workflow.id, outcome, triggerName })
    expect([count('run'), count('capped', 'other')]).to.deep.equal([5, 3])
    expect(count('capped')).to.be.within(storedOccurrencesMax, storedOccurrencesMax + 500)
    expect(triggerOccurrences.findLast('flooded')?.decided_at).to.equal(flood - 1)
  })

  it('is a limited number of events, the latest, and every one that a trigger still waits for', () => {
    const { workflowEvents } = test.store
    const { organizationId: organization_id, now } = test
    for (let number = 1; number <= 10; number += 1) {
      const times = { occurred_at: now, created_at: now }
      const event = {
        organization_id,
        kind: 'issue_created',
        key: String(number),
        attributes: '{}',
        context: '{}',
      } as const
      workflowEvents.insert({ ...event, ...times })
    }
    const numbers = workflowEvents.listWaiting(100).map(({ number }) => number)
    for (const number of numbers.slice(1)) workflowEvents.noteDispatched(number, now)
    expect(workflowEvents.deleteBeyond(3, 4)).to.equal(4)
    expect(workflowEvents.deleteBeyond(3, 100)).to.equal(2)
    expect(workflowEvents.deleteBeyond(3, 100)).to.equal(0)
    expect(workflowEvents.listWaiting(100).map(({ number }) => number)).to.deep.equal(numbers.slice(0, 1))
  })
})
