import { expect } from 'chai'
import { changeWorkflow, deleteWorkflow } from '../../../src/workflows/change-workflow.js'
import { TestEngine } from '../../support/test-engine.js'

const minute = 60_000
const hour = 60 * minute
const daily = { kind: 'schedule', name: 'nightly', cron: '30 2 * * *', time_zone: 'Europe/Berlin' } as const
const hourly = { kind: 'schedule', name: 'hourly', cron: '0 * * * *' } as const

describe('workflow schedules', () => {
  let test: TestEngine

  beforeEach(() => {
    test = new TestEngine()
  })
  afterEach(() => {
    test.close()
  })

  const instants = (workflow: Parameters<TestEngine['runs']>[0]) =>
    test.occurrences(workflow).map(({ occurred_at }) => new Date(occurred_at).toISOString().slice(0, 16))

  it('start a run at their instant, with the values of the trigger and of the schedule', () => {
    const instruction = '{{ schedule.at }} {{ shop }}'
    const workflow = test.createWorkflow({ instruction, triggers: [{ ...hourly, context: { shop: 'a' } }] })
    test.advance(59 * minute)
    expect(test.runs(workflow)).to.deep.equal([])
    test.advance(minute)
    const [run] = test.runs(workflow)
    expect(run).to.deep.include({
      triggered_by: 'schedule',
      trigger_name: 'hourly',
      status: 'running',
      instruction: '2026-01-05T13:00:00.000Z a',
    })
    test.settle()
    expect(test.runs(workflow)).to.have.length(1)
  })

  it('collapse missed instants into the newest one, which contains the earliest', () => {
    const workflow = test.createWorkflow({ triggers: [hourly] })
    test.advance(5 * hour + minute)
    const [occurrence, ...others] = test.occurrences(workflow)
    expect(others).to.deep.equal([])
    expect(occurrence).to.deep.include({
      key: '2026-01-05T17:00:00.000Z',
      outcome: 'run',
      missed_since: Date.UTC(2026, 0, 5, 13),
    })
    expect(JSON.parse(test.runs(workflow)[0]?.context ?? '')).to.deep.equal({
      event: 'schedule',
      schedule: { at: '2026-01-05T17:00:00.000Z', time_zone: 'UTC', missed_since: '2026-01-05T13:00:00.000Z' },
    })
    test.advance(hour)
    expect(instants(workflow)).to.deep.equal(['2026-01-05T18:00', '2026-01-05T17:00'])
    expect(test.occurrences(workflow)[0]?.missed_since).to.equal(null)
  })

  it('fire nothing twice if the clock is set back, and continue when it catches up', () => {
    const workflow = test.createWorkflow({ triggers: [hourly] })
    test.advance(3 * hour)
    test.advance(-2 * hour)
    test.advance(2 * hour)
    expect(instants(workflow)).to.deep.equal(['2026-01-05T15:00'])
    test.advance(hour)
    expect(instants(workflow)).to.deep.equal(['2026-01-05T16:00', '2026-01-05T15:00'])
  })

  it('fire nothing twice if the workflow is edited, or turned off and on, while the clock is behind', () => {
    let workflow = test.createWorkflow({ triggers: [hourly] })
    const change = (fields: Parameters<typeof changeWorkflow>[1]['change']) => {
      workflow = changeWorkflow(test.store, { workflow, change: fields, now: test.now })
    }
    test.advance(3 * hour)
    test.now -= 2 * hour
    change({ triggers: [{ ...hourly, context: { a: 1 } }] })
    change({ status: 'disabled' })
    change({ status: 'active' })
    test.advance(2 * hour)
    expect(instants(workflow)).to.deep.equal(['2026-01-05T15:00'])
    test.advance(hour)
    expect(test.runs(workflow)).to.have.length(2)
  })

  it('fire once when clocks go forward, and once when they go back', () => {
    test.now = Date.UTC(2026, 2, 28, 12)
    const workflow = test.createWorkflow({ triggers: [daily] })
    for (let i = 0; i < 48; i++) test.advance(hour / 2)
    expect(instants(workflow)).to.deep.equal(['2026-03-29T01:00'])
    test.now = Date.UTC(2026, 9, 24, 12)
    const other = test.createWorkflow({ triggers: [daily] })
    for (let i = 0; i < 48; i++) test.advance(hour / 2)
    expect(instants(other)).to.deep.equal(['2026-10-25T00:30'])
  })

  it('skip instants while the workflow is off', () => {
    const workflow = test.createWorkflow({ triggers: [hourly] })
    changeWorkflow(test.store, { workflow, change: { status: 'disabled' }, now: test.now })
    test.advance(5 * hour)
    const disabled = { ...workflow, status: 'disabled' as const }
    changeWorkflow(test.store, { workflow: disabled, change: { status: 'active' }, now: test.now })
    test.settle()
    expect(test.occurrences(workflow)).to.deep.equal([])
    test.advance(hour)
    expect(instants(workflow)).to.deep.equal(['2026-01-05T18:00'])
  })

  it('retain a due instant if another part of the trigger is edited', () => {
    const workflow = test.createWorkflow({ triggers: [hourly] })
    test.now += hour
    const triggers = [{ ...hourly, runs_per_hour_max: 5 }]
    changeWorkflow(test.store, { workflow, change: { triggers }, now: test.now })
    test.settle()
    expect(instants(workflow)).to.deep.equal(['2026-01-05T13:00'])
  })

  it('end with their workflow, whose waiting runs fail', () => {
    const workflow = test.createWorkflow({ triggers: [hourly], concurrency: 'queue', timeout_seconds: 86_400 })
    test.advance(hour)
    test.advance(hour)
    deleteWorkflow(test.store, workflow, test.now)
    test.advance(hour)
    const states = test.runs(workflow).map(({ status, failure }) => [status, failure])
    expect(states).to.deep.equal([
      ['failed', 'cancelled'],
      ['running', null],
    ])
  })

  it('are all processed in parts if many are due at once', () => {
    const workflows = Array.from({ length: 250 }, () => test.createWorkflow({ triggers: [hourly] }))
    test.now += hour
    expect(test.engine.tick()).to.equal(test.now)
    test.settle()
    for (const workflow of workflows) expect(test.runs(workflow)).to.have.length(1)
  })
})
