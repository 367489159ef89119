import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import type { WorkflowRow } from '../../../src/workflows/store/workflows.js'
import { changeWorkflow } from '../../../src/workflows/change-workflow.js'
import { cancelRun } from '../../../src/workflows/run-states.js'
import { startRun } from '../../../src/workflows/start-run.js'
import { TestEngine } from '../../support/test-engine.js'

const second = 1_000

describe('runs managed by the engine', () => {
  let test: TestEngine

  beforeEach(() => {
    test = new TestEngine()
  })
  afterEach(() => {
    test.close()
  })

  const start = (workflow: WorkflowRow) => {
    test.now += 1
    return startRun(test.store, workflow, { triggeredBy: 'manual', triggerName: '', context: {}, now: test.now })
  }
  const newest = (workflow: WorkflowRow) => {
    const [run] = test.runs(workflow)
    if (run === undefined) throw new Error('there is no run')
    return run
  }
  /** States of the runs, oldest first. */
  const states = (workflow: WorkflowRow) =>
    test
      .runs(workflow)
      .reverse()
      .map(({ status }) => status)

  it('are returned as stored, whether they start immediately or wait', () => {
    const workflow = test.createWorkflow({ concurrency: 'queue' })
    for (const run of [start(workflow), start(workflow)]) {
      expect(test.store.workflowRuns.find(workflow.id, run.id)).to.deep.equal(run)
    }
    expect(states(workflow)).to.deep.equal(['running', 'pending'])
  })

  it('fail when their time is up, and their session is cancelled', () => {
    const workflow = test.createWorkflow({ timeout_seconds: 100 })
    const run = start(workflow)
    test.advance(99 * second)
    expect(newest(workflow).status).to.equal('running')
    test.advance(second)
    expect(newest(workflow)).to.deep.include({ status: 'failed', failure: 'timed_out', ended_at: test.now })
    expect(test.store.agentSessions.find(test.organizationId, run.session_id)?.status).to.equal('cancelled')
  })

  it('have no more than their time after the clock was set back', () => {
    const workflow = test.createWorkflow({ timeout_seconds: 100 })
    start(workflow)
    test.settle()
    test.advance(-3_600 * second)
    test.advance(31 * second)
    test.advance(100 * second)
    expect(newest(workflow).failure).to.equal('timed_out')
  })

  it('are retried after a pause that doubles, as often as the workflow says', () => {
    const workflow = test.createWorkflow({ retry: { max_attempts: 3, base_seconds: 10 } })
    const first = start(workflow)
    test.endSession(first, 'failed')
    test.advance(1)
    const next = newest(workflow)
    expect(next).to.deep.include({ status: 'pending', attempt: 2, retry_of: first.id, starts_at: test.now + 10_000 })
    test.advance(9 * second)
    expect(newest(workflow).status).to.equal('pending')
    test.advance(second)
    expect(newest(workflow).status).to.equal('running')
    test.endSession(newest(workflow), 'failed')
    test.advance(1)
    expect(newest(workflow)).to.deep.include({ attempt: 3, starts_at: test.now + 20_000 })
    test.advance(20 * second)
    test.endSession(newest(workflow), 'failed')
    test.advance(3_600 * second)
    expect(states(workflow)).to.deep.equal(['failed', 'failed', 'failed'])
  })

  it('are not retried after a success, a cancellation, or when the workflow is off', () => {
    const retry = { max_attempts: 3, base_seconds: 1 }
    const [succeeds, cancelled, ended, off] = [1, 2, 3, 4].map(() => test.createWorkflow({ retry }))
    if (!succeeds || !cancelled || !ended || !off) throw new Error('there are four')
    test.endSession(start(succeeds), 'healthy')
    cancelRun(test.store, start(cancelled), test.now)
    test.endSession(start(ended), 'cancelled')
    const run = start(off)
    changeWorkflow(test.store, { workflow: off, change: { status: 'disabled' }, now: test.now })
    test.endSession(run, 'failed')
    test.advance(60 * second)
    expect([succeeds, cancelled, ended, off].map((workflow) => states(workflow))).to.deep.equal([
      ['completed'],
      ['failed'],
      ['failed'],
      ['failed'],
    ])
    expect(newest(ended).failure).to.equal('session_cancelled')
  })

  it('are concurrent if allowed', () => {
    const workflow = test.createWorkflow()
    start(workflow)
    start(workflow)
    expect(states(workflow)).to.deep.equal(['running', 'running'])
  })

  it('are dropped if others must finish first, with a notification', () => {
    const hourly = { kind: 'schedule', name: 'hourly', cron: '0 * * * *' } as const
    const workflow = test.createWorkflow({ concurrency: 'skip', triggers: [hourly], timeout_seconds: 86_400 })
    test.advance(3_600 * second)
    expect(() => start(workflow)).to.throw('A run of the workflow has not finished')
    test.advance(3_600 * second)
    expect(states(workflow)).to.deep.equal(['running'])
    expect(test.occurrences(workflow)[0]).to.deep.include({
      outcome: 'skipped',
      reason: 'A run of the workflow has not finished',
      run_id: null,
    })
    test.endSession(newest(workflow), 'healthy')
    test.advance(3_600 * second)
    expect(states(workflow)).to.deep.equal(['completed', 'running'])
  })

  it('wait for each other if they are queued, in order', () => {
    const workflow = test.createWorkflow({ concurrency: 'queue' })
    const runs = [start(workflow), start(workflow), start(workflow)]
    expect(states(workflow)).to.deep.equal(['running', 'pending', 'pending'])
    const sessionOf = (index: number) =>
      test.store.agentSessions.find(test.organizationId, runs[index]?.session_id ?? '')?.status
    expect([sessionOf(0), sessionOf(1)]).to.deep.equal(['active', undefined])
    for (let turn = 0; turn < 3; turn++) {
      const running = test.runs(workflow).find(({ status }) => status === 'running')
      expect(running?.id).to.equal(runs[turn]?.id)
      if (running) test.endSession(running, turn === 1 ? 'failed' : 'healthy')
      test.settle()
    }
    expect(states(workflow)).to.deep.equal(['completed', 'failed', 'completed'])
  })

  it('leave the queue when cancelled, and start when they need not wait any longer', () => {
    const workflow = test.createWorkflow({ concurrency: 'queue' })
    start(workflow)
    const next = start(workflow)
    start(workflow)
    start(workflow)
    cancelRun(test.store, next, test.now)
    test.settle()
    expect(states(workflow)).to.deep.equal(['running', 'failed', 'pending', 'pending'])
    changeWorkflow(test.store, { workflow, change: { concurrency: 'allow' }, now: test.now })
    test.settle()
    expect(states(workflow)).to.deep.equal(['running', 'failed', 'running', 'running'])
  })

  it('are queued for retries like any other', () => {
    const workflow = test.createWorkflow({ concurrency: 'queue', retry: { max_attempts: 2, base_seconds: 10 } })
    const first = start(workflow)
    start(workflow)
    test.endSession(first, 'failed')
    test.advance(1)
    expect(states(workflow)).to.deep.equal(['failed', 'running', 'pending'])
    test.advance(20 * second)
    expect(states(workflow)).to.deep.equal(['failed', 'running', 'pending'])
    const running = test.runs(workflow).find(({ status }) => status === 'running')
    if (running) test.endSession(running, 'healthy')
    test.settle()
    expect(states(workflow)).to.deep.equal(['failed', 'completed', 'running'])
  })

  it('are limited in number while waiting', () => {
    const workflow = test.createWorkflow({ concurrency: 'queue' })
    for (let i = 0; i < limits.workflow.unfinishedRunsMax; i++) start(workflow)
    expect(() => start(workflow)).to.throw(
      `${limits.workflow.unfinishedRunsMax} runs of the workflow have not finished`,
    )
  })

  it('are finished if their session ended without them', () => {
    const workflow = test.createWorkflow()
    const run = start(workflow)
    const session = test.store.agentSessions.find(test.organizationId, run.session_id)
    test.settle()
    const change = {
      from: 'active',
      to: 'completed',
      ended_at: test.now,
      verdict: null,
      report: null,
      token: null,
    } as const
    test.store.agentSessions.changeStatus({ id: session?.id ?? '', failure: null, ...change })
    test.advance(31 * second)
    expect(newest(workflow).status).to.equal('completed')
  })

  it('fail if their session is lost', () => {
    const workflow = test.createWorkflow()
    const run = start(workflow)
    const change = {
      from: 'active',
      to: 'failed',
      ended_at: test.now,
      verdict: null,
      report: null,
      token: null,
    } as const
    test.store.agentSessions.changeStatus({ id: run.session_id, failure: 'lost', ...change })
    test.advance(31 * second)
    expect(newest(workflow).failure).to.equal('session_failed')
  })
})
