import { expect } from 'chai'
import { TestEngine } from '../../services/control-plane/test/support/test-engine.js'
import { startRun } from '../../services/control-plane/src/workflows/start-run.js'

describe("workflows that wait for each other's verdicts", () => {
  let test: TestEngine
  beforeEach(() => {
    test = new TestEngine()
  })
  afterEach(() => {
    test.close()
  })

  const createListeners = (count: number) =>
    Array.from({ length: count }, () =>
      test.createWorkflow({
        triggers: [{ kind: 'session_verdict', name: 'after', filters: { origin: ['workflow_run'] } }],
      }),
    )
  /**
   * Starts a run of the first one and ends sessions until none is left.
   * @returns the number of runs of each.
   */
  const runAll = (workflows: ReturnType<typeof createListeners>): number[] => {
    const [first] = workflows
    if (first) startRun(test.store, first, { triggeredBy: 'manual', triggerName: '', context: {}, now: test.now })
    const listRunning = () =>
      workflows.flatMap((workflow) => test.runs(workflow)).filter(({ status }) => status === 'running')
    for (let running = listRunning(); running.length > 0; running = listRunning()) {
      for (const run of running) test.endSession(run, 'cause_found')
      test.settle()
    }
    return workflows.map((workflow) => test.runs(workflow).length)
  }

  it('come to rest: none is triggered by its own results', () => {
    expect(runAll(createListeners(2))).to.deep.equal([1, 1])
    expect(runAll(createListeners(3))).to.deep.equal([1, 2, 2])
  })
})
