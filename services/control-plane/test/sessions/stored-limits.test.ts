import { limits } from '@signalbox/contracts'
import type { SessionWork } from '@signalbox/service-kit'
import { expect } from 'chai'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { countAutomation } from '../../src/database/migrations/0056-count-automation.js'
import { createSessionWork } from '../../src/sessions/session-work.js'
import { startSession } from '../../src/sessions/start-session.js'
import { startRun } from '../../src/workflows/start-run.js'
import { recordedStep, sampleReport, sampleUsage } from '../support/session-samples.js'
import { endingOf } from '../support/session-ending.js'
import { TestControlPlane } from '../support/test-control-plane.js'
import { useDatabase } from '../support/use-database.js'

describe('stored sessions and workflow runs', () => {
  let test: TestControlPlane
  let store: ControlPlaneStore
  let work: SessionWork
  beforeEach(() => {
    test = new TestControlPlane()
    store = openStore(test.directory)
    work = createSessionWork({ ...endingOf(store), clock: () => test.now })
  })
  afterEach(() => {
    store.close()
    test.close()
  })

  const total = (counted: 'sessions' | 'runs') => store.automationTotals.find(test.organizationId, counted)
  /** As if the organization also stored this much that is not among the oldest. */
  const occupy = (counted: 'sessions' | 'runs', { items = 0, bytes = 0 }) => {
    useDatabase(test.directory, (database) => {
      database
        .prepare<[number, number, string, string]>(
          'UPDATE automation_totals SET items = items + ?, bytes = bytes + ? WHERE organization_id = ? AND counted = ?',
        )
        .run(items, bytes, test.organizationId, counted)
    })
  }
  const start = (organizationId = test.organizationId) => {
    test.now += 1
    const origin = { kind: 'manual', id: null } as const
    return startSession(store, { organizationId, prompt: 'Look', context: {}, origin, now: test.now }).id
  }
  const claim = async () => {
    const [claimed] = await work.claimSessions({ owner: 'worker', leaseMs: 30_000, max: 1 })
    if (claimed === undefined) throw new Error('nothing to claim')
    return claimed.lease
  }
  /** A session that has ended, with a step. */
  const finish = async () => {
    const id = start()
    const lease = await claim()
    await work.appendStep(lease, recordedStep(1), sampleUsage)
    await work.endTurn(lease, { status: 'completed', report: sampleReport })
    return id
  }
  const isStored = (id: string) => store.agentSessions.find(test.organizationId, id) !== undefined
  const tables = ['agent_session_steps', 'agent_session_results']
  const countRows = (table: string) =>
    useDatabase(test.directory, (database) =>
      database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get(),
    ) ?? 0

  it('lose the oldest ended session, with its steps and results, when there are too many', async () => {
    const ids = [await finish(), await finish()]
    const rows = tables.map(countRows)
    occupy('sessions', { items: limits.agentSession.storedMax - 2 })
    start()
    expect(ids.map(isStored)).to.deep.equal([true, true])
    start()
    expect(ids.map(isStored)).to.deep.equal([false, true])
    expect(tables.map(countRows)).to.deep.equal(rows.map((count) => count / 2))
  })

  it('lose the oldest ended session when the results of another one need the room', async () => {
    const ended = await finish()
    const running = start()
    const lease = await claim()
    await work.appendStep(lease, recordedStep(1), sampleUsage)
    occupy('sessions', { bytes: limits.agentSession.storedBytesMax - total('sessions').bytes })
    await work.appendStep(lease, recordedStep(2), sampleUsage)
    expect([ended, running].map(isStored)).to.deep.equal([false, true])
  })

  it('never lose a session that has not ended, and reviewed ones last', async () => {
    const reviewed = await finish()
    store.agentSessions.storeReview(reviewed, {
      outcome: 'confirmed',
      culprit: null,
      first_failing_service: null,
      note: '',
      reviewed_by: 'Ann',
      reviewed_at: '2026-01-01T00:00:00.000Z',
    })
    const open = start()
    const ended = await (async () => {
      await claim()
      return finish()
    })()
    occupy('sessions', { items: limits.agentSession.storedMax - 2 })
    start()
    expect([reviewed, open, ended].map(isStored)).to.deep.equal([true, true, false])
    start()
    expect([reviewed, open].map(isStored)).to.deep.equal([false, true])
  })

  it('cost other organizations nothing', async () => {
    const id = await finish()
    occupy('sessions', { items: limits.agentSession.storedMax })
    start(test.foreignOrganizationId)
    expect(isStored(id)).to.equal(true)
  })

  it('leave the deployment that they watched, without a session', async () => {
    const res = await test.post('/api/v1/deployments/', { deployment_request: 'Ship' })
    const { id } = JSON.parse(res.text) as { id: string }
    await work.endTurn(await claim(), { status: 'completed', report: sampleReport })
    occupy('sessions', { items: limits.agentSession.storedMax })
    start()
    const { session_id: sessionId } = JSON.parse((await test.get(`/api/v1/deployments/${id}/`)).text) as {
      session_id: string | null
    }
    expect(sessionId).to.equal(null)
  })

  it('lose the oldest finished run, and none that is not finished', async () => {
    const res = await test.post('/api/v1/workflows/', { name: 'Look', agent_name: 'agent', instruction: 'Look around' })
    expect(res.status, res.text).to.equal(201)
    const { id } = JSON.parse(res.text) as { id: string }
    const workflow = store.workflows.find(test.organizationId, id)
    if (workflow === undefined) throw new Error('the workflow was not stored')
    const run = () => {
      test.now += 1
      return startRun(store, workflow, { context: {}, triggeredBy: 'manual', triggerName: '', now: test.now })
    }
    const open = run()
    const ended = run()
    useDatabase(test.directory, (database) => {
      database
        .prepare<[number, string]>(
          "UPDATE workflow_runs SET status = 'failed', ended_at = ?, starts_at = NULL, settled = 1 WHERE id = ?",
        )
        .run(test.now, ended.id)
    })
    occupy('runs', { items: limits.workflow.storedRunsMax })
    run()
    const found = [open, ended].map((each) => store.workflowRuns.find(id, each.id) !== undefined)
    expect(found).to.deep.equal([true, false])
  })

  it('are counted by the migration as they are counted afterwards, and down to nothing', async () => {
    await finish()
    start()
    const before = total('sessions')
    useDatabase(test.directory, (database) => {
      const things = database
        .prepare<[], { type: string; name: string }>(
          `SELECT type, name FROM sqlite_schema WHERE (type = 'trigger' AND sql LIKE '%automation_totals%')
             OR name IN ('automation_totals', 'agent_sessions_emptied', 'deployments_by_session',
               'agent_sessions_ended', 'workflow_runs_settled')`,
        )
        .all()
      for (const { type, name } of things) database.exec(`DROP ${type} ${name}`)
      database.exec(countAutomation)
    })
    expect(total('sessions')).to.deep.equal(before)
    expect(before.items).to.equal(2)
    useDatabase(test.directory, (database) => database.exec('DELETE FROM agent_sessions'))
    expect(total('sessions')).to.deep.equal({ items: 0, bytes: 0 })
  })

  it('are found by indexes, so that making room never scans', () => {
    const seen: string[] = []
    const observed = openStore(test.directory, { onStatement: (sql) => seen.push(sql) })
    observed.agentSessions.deleteOldestEnded(test.organizationId)
    observed.workflowRuns.deleteOldestSettled(test.organizationId)
    observed.close()
    const statements = seen.filter((sql) => sql.startsWith('DELETE'))
    expect(statements).to.have.length(2)
    useDatabase(test.directory, (database) => {
      for (const sql of statements) {
        const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all()
        expect(plan.map(({ detail }) => detail).join('; '), sql).not.to.match(/SCAN|TEMP B-TREE/)
      }
    })
  })
})
