import { expect } from 'chai'
import { TestEngine } from '../../support/test-engine.js'

const hour = 3_600_000
const hourly = { kind: 'schedule', name: 'hourly', cron: '0 * * * *' } as const

describe('engines of two processes on one database', () => {
  let test: TestEngine

  beforeEach(() => {
    test = new TestEngine()
  })
  afterEach(() => {
    test.close()
  })

  it('handle each occurrence once', () => {
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

  it('continue when the active one is gone, which does nothing when it comes back', () => {
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

  it('continue immediately when the active one stops', () => {
    const workflow = test.createWorkflow({ triggers: [hourly] })
    const other = test.createEngine()
    test.settle()
    test.engine.release()
    test.now += hour
    test.settle(other)
    expect(test.runs(workflow)).to.have.length(1)
  })
})
