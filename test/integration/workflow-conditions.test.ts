import { expect } from 'chai'
import { TestEngine } from '../../services/control-plane/test/support/test-engine.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'

describe('workflow conditions, evaluated through the API', () => {
  let signalbox: InProcessSignalbox
  let test: TestEngine

  before(async () => {
    signalbox = await startInProcess()
    test = new TestEngine(signalbox.organizationId)
    test.queryTelemetry = async (_organizationId, { path }, query) => {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const res = await signalbox.call('GET', `${path}?${search.toString()}`)
      if (res.status !== 200) throw new Error(JSON.stringify(res.body))
      return res.body as never
    }
  })
  after(async () => {
    test.close()
    await signalbox.close()
  })

  it('all queries are valid, and stored errors start a run', async () => {
    for (const id of ['a', 'b']) await signalbox.sendEvent(id.repeat(32), 'boom')
    await eventually(async () => {
      expect(await signalbox.readColumn('events', 'message')).to.have.length(2)
    })
    test.now = Date.now() + 1_000
    const workflow = test.createWorkflow({
      triggers: [
        { kind: 'error_rate', name: 'errors', more_than: 1 },
        { kind: 'error_rate', name: 'many errors', more_than: 2, within_minutes: 1_440 },
        { kind: 'metric_threshold', name: 'count', metric: 'queue', aggregate: 'count', is: 'below', value: 1 },
        { kind: 'metric_threshold', name: 'day', metric: 'queue', is: 'above', value: 1, within_minutes: 1_440 },
        { kind: 'check_in_missed', name: 'jobs', monitors: ['backup'], environment: 'production' },
      ],
    })
    await test.engine.evaluateConditions()
    const states = test.store.workflowTriggers
      .list(workflow.id)
      .map((row) => [row.name, row.condition_holds, row.fault])
    expect(states).to.deep.equal([
      ['errors', 1, null],
      ['many errors', 0, null],
      ['count', 1, null],
      ['day', null, null],
      ['jobs', 0, null],
    ])
    expect(test.runs(workflow).map((run) => run.trigger_name)).to.have.members(['errors', 'count'])
  })
})
