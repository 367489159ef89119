import { expect } from 'chai'
import { TestEngine } from '../support/test-engine.js'

const hour = 3_600_000
const hourly = { kind: 'schedule', name: 'hourly', cron: '0 * * * *' } as const

describe('the lease of the engine', () => {
  let test: TestEngine

  beforeEach(() => {
    test = new TestEngine()
  })
  afterEach(() => {
    test.close()
  })

  it('lets one process of two act', () => {
    const workflow = test.createWorkflow({ triggers: [hourly] })
    const other = test.createEngine()
    test.settle()
    test.now += hour - 10_000
    test.settle()
    test.now += 10_000
    expect(other.tick()).to.be.greaterThan(test.now)
    expect(test.runs(workflow)).to.deep.equal([])
    test.settle()
    expect(test.runs(workflow)).to.have.length(1)
  })

  it('passes on when its holder is gone, and what that one does afterwards is refused', () => {
    const workflow = test.createWorkflow({ triggers: [hourly] })
    const other = test.createEngine()
    test.settle()
    test.now += 16_000
    test.settle(other)
    test.now += hour
    test.settle(other)
    expect(test.engine.tick()).to.be.greaterThan(test.now)
    expect(test.runs(workflow)).to.have.length(1)
  })

  it('passes on at once when it is given back', () => {
    const workflow = test.createWorkflow({ triggers: [hourly] })
    const other = test.createEngine()
    test.settle()
    test.engine.release()
    test.now += hour
    test.settle(other)
    expect(test.runs(workflow)).to.have.length(1)
  })

  it('does not outlast a clock that was set back', () => {
    const workflow = test.createWorkflow({ triggers: [hourly] })
    test.now += 24 * hour
    test.settle()
    test.now -= 24 * hour
    const other = test.createEngine()
    test.settle(other)
    expect(test.store.engineLeases.find('workflows')?.expires_at).to.be.at.most(test.now + 15_000)
    expect(test.runs(workflow)).to.have.length(1)
  })
})
