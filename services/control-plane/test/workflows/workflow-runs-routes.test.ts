import { join } from 'node:path'
import type { SessionDetail, WorkflowDetail, WorkflowRun, WorkflowRunDetail } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { runCountSql, runListSql } from '../../src/workflows/store/workflow-runs.js'
import { workflowCountSql, workflowListSql } from '../../src/workflows/store/workflows.js'
import { finishRunOfSession } from '../../src/workflows/run-states.js'
import { faultsOf, TestControlPlane } from '../support/test-control-plane.js'

const path = '/api/v1/workflows/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'

interface RunList {
  workflow_runs: WorkflowRun[]
  count: number
  next: string | null
  previous: string | null
}

describe('workflow runs', () => {
  let test: TestControlPlane
  let store: ControlPlaneStore
  let workflow: WorkflowDetail
  let runs: string

  const createWorkflow = async () => {
    const body = { name: 'Watch', agent_name: 'triage', instruction: 'Look at {{ id }} and {{ no }}' }
    return JSON.parse((await test.post(path, body)).text) as WorkflowDetail
  }
  beforeEach(async () => {
    test = new TestControlPlane()
    store = openStore(test.directory)
    workflow = await createWorkflow()
    runs = `${path}${workflow.id}/runs/`
  })
  afterEach(() => {
    store.close()
    test.close()
  })

  const start = async (body: object = {}) => {
    test.now += 1_000
    const res = await test.post(runs, body)
    expect(res.status, res.text).to.equal(201)
    return JSON.parse(res.text) as WorkflowRun
  }
  const read = async (id: string) => JSON.parse((await test.get(`${runs}${id}/`)).text) as WorkflowRunDetail
  const list = async (query = '') => JSON.parse((await test.get(`${runs}?${query}`)).text) as RunList
  const session = async (id: string) =>
    JSON.parse((await test.get(`/api/v1/agent/sessions/${id}/`)).text) as SessionDetail

  it('POST answers 201 with a running run whose session has the rendered instruction', async () => {
    const run = await start({ context: { id: 7 }, trigger_name: 'button' })
    expect(run).to.deep.include({ workflow: workflow.id, workflow_name: 'Watch', triggered_by: 'manual' })
    const at = new Date(test.now).toISOString()
    expect(run).to.deep.include({ status: 'running', trigger_name: 'button', started_at: at, created_at: at })
    const detail = await session(run.session_id)
    expect(detail).to.deep.include({ prompt: 'Look at 7 and {{ no }}', context: { id: 7 }, status: 'active' })
    expect(detail.origin).to.deep.equal({ kind: 'workflow_run', id: run.id })
  })

  for (const [field, value] of [
    ['triggered_by', 'nobody'],
    ['trigger_name', 'x'.repeat(201)],
    ['context', []],
    ['context', { big: 'x'.repeat(65_536) }],
  ] as const) {
    it(`POST answers 400 naming ${field} and starts nothing`, async () => {
      const res = await test.post(runs, { [field]: value })
      expect([res.status, [...new Set(faultsOf(res))]]).to.deep.equal([400, [`/${field}`]])
      expect((await list()).count).to.equal(0)
    })
  }

  it('a disabled workflow answers 409 to runs and retries, and starts nothing', async () => {
    const run = await start()
    await test.post(`${runs}${run.id}/cancel/`, {})
    await test.post(`${path}${workflow.id}/disable/`, {})
    expect((await test.post(runs, {})).status).to.equal(409)
    expect((await test.post(`${runs}${run.id}/retry/`, {})).status).to.equal(409)
    expect((await list()).count).to.equal(1)
  })

  it('retain their settings when the workflow is edited, across a restart, and when repeated', async () => {
    const run = await start({ context: { id: 7 }, triggered_by: 'event', trigger_name: 'deploy' })
    const before = await read(run.id)
    await test.patch(`${path}${workflow.id}/`, { name: 'Other', instruction: 'Other' })
    test.reopen()
    expect(await read(run.id)).to.deep.equal(before)
    expect(before.warnings).to.deep.equal(['The context has no no'])
    expect(before.artifacts).to.deep.equal({ session_id: run.session_id })
    await test.post(`${runs}${run.id}/cancel/`, {})
    const res = await test.post(`${runs}${run.id}/retry/`, {})
    expect(res.status).to.equal(201)
    const again = JSON.parse(res.text) as WorkflowRun
    expect(again).to.deep.include({ workflow_name: 'Watch', trigger_name: 'deploy', status: 'running' })
    expect((await session(again.session_id)).prompt).to.equal('Look at 7 and {{ no }}')
  })

  it('cancel fails the run and cancels its session, once; only failed runs can be repeated', async () => {
    const run = await start()
    expect((await test.post(`${runs}${run.id}/retry/`, {})).status).to.equal(409)
    expect((await test.post(`${runs}${run.id}/cancel/`, {})).status).to.equal(200)
    expect((await read(run.id)).status).to.equal('failed')
    expect((await session(run.session_id)).status).to.equal('cancelled')
    expect((await test.post(`${runs}${run.id}/cancel/`, {})).status).to.equal(409)
  })

  it('fail when their session is cancelled', async () => {
    const run = await start()
    expect((await test.post(`/api/v1/agent/sessions/${run.session_id}/cancel/`, {})).status).to.equal(200)
    expect((await read(run.id)).status).to.equal('failed')
  })

  it('finish when their session ends, once', async () => {
    const run = await start()
    expect(finishRunOfSession(store, run.session_id, 'completed', test.now + 5)?.id).to.equal(run.id)
    expect(finishRunOfSession(store, run.session_id, 'failed', test.now + 9)).to.equal(undefined)
    expect(finishRunOfSession(store, unknownId, 'failed', test.now)).to.equal(undefined)
    const ended_at = new Date(test.now + 5).toISOString()
    expect(await read(run.id)).to.deep.include({ status: 'completed', ended_at, updated_at: ended_at })
  })

  it('do not exist if their session cannot be started, and vice versa', async () => {
    for (const table of ['agent_sessions', 'workflow_runs']) {
      const database = new Sqlite(join(test.directory, 'control-plane.db'))
      database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'no'); END`)
      expect((await test.post(runs, {})).status).to.equal(500)
      const count = 'SELECT (SELECT count(*) FROM workflow_runs) + (SELECT count(*) FROM agent_sessions)'
      expect(database.prepare(count).pluck().get()).to.equal(0)
      database.exec('DROP TRIGGER refuse')
      database.close()
    }
  })

  it('GET list filters and links its pages', async () => {
    const first = await start({ triggered_by: 'schedule' })
    const second = await start()
    const third = await start()
    finishRunOfSession(store, first.session_id, 'completed', test.now)
    const ids = async (query: string) => (await list(query)).workflow_runs.map(({ id }) => id)
    expect(await ids('')).to.deep.equal([third.id, second.id, first.id])
    expect(await ids('status=completed')).to.deep.equal([first.id])
    expect(await ids('triggered_by=manual&status=running')).to.deep.equal([third.id, second.id])
    const link = (page: number) => `https://telemetry.example.com${runs}?page=${page}&page_size=1`
    expect(await list('page=1&page_size=1')).to.deep.include({ count: 3, next: link(2), previous: null })
    expect(await list('page=2&page_size=1')).to.deep.include({ count: 3, next: link(3), previous: link(1) })
    expect(await list('page=3&page_size=1')).to.deep.include({ count: 3, next: null, previous: link(2) })
    for (const query of ['status=x', 'triggered_by=x', 'page=0', 'page_size=101']) {
      expect((await test.get(`${runs}?${query}`)).status, query).to.equal(400)
    }
  })

  it("answer 401, 403 and 404, even under another workflow's id", async () => {
    const run = await start()
    const other = await createWorkflow()
    const [reader, writer] = [await test.createKey(['workflows:read']), await test.createKey(['workflows:write'])]
    for (const [method, rest] of [
      ['get', ''],
      ['post', ''],
      ['get', `${run.id}/`],
      ['post', `${run.id}/cancel/`],
      ['post', `${run.id}/retry/`],
    ] as const) {
      const call = (base: string, key?: string) =>
        method === 'get' ? test.get(`${base}${rest}`, key) : test.post(`${base}${rest}`, {}, key)
      expect((await call(runs, '')).status).to.equal(401)
      expect((await call(runs, method === 'get' ? writer : reader)).status).to.equal(403)
      expect((await call(runs, test.foreignKey)).status).to.equal(404)
      expect((await call(`${path}${unknownId}/runs/`)).status).to.equal(404)
      if (rest !== '') expect((await call(`${path}${other.id}/runs/`)).status).to.equal(404)
    }
    expect(await list()).to.deep.include({ count: 1 })
  })

  it('lists and counts use indexes', () => {
    const none = { organizationId: 'o', name: undefined, agentName: undefined, repository: undefined }
    const all = { workflowId: 'w', status: undefined, triggeredBy: undefined }
    const workflowFilters = [none, { ...none, name: 'x' }, { ...none, agentName: 'x' }, { ...none, repository: 'x' }]
    const runFilters = [all, { ...all, status: 'failed' }, { ...all, triggeredBy: 'event' }] as const
    const database = new Sqlite(join(test.directory, 'control-plane.db'))
    const expectIndex = (sql: string, values: object) => {
      const bound = { ...values, limit: 1, offset: 0 }
      const rows = database.prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(bound)
      const plan = rows.map(({ detail }) => detail).join('\n')
      expect(plan, sql)
        .to.match(/SEARCH .* INDEX workflow/)
        .and.not.to.contain('TEMP B-TREE')
    }
    for (const filter of workflowFilters)
      for (const sql of [workflowListSql, workflowCountSql]) expectIndex(sql(filter), filter)
    for (const filter of runFilters) for (const sql of [runListSql, runCountSql]) expectIndex(sql(filter), filter)
    database.close()
  })
})
