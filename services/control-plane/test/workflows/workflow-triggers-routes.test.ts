import { join } from 'node:path'
import {
  type ApiScope,
  type TriggerOccurrence,
  type TriggerState,
  type WorkflowDetail,
  type WorkflowRun,
} from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { startableSql, timedOutSql, unsettledSql } from '../../src/workflows/store/run-queue.js'
import { occurrenceListSql } from '../../src/workflows/store/trigger-occurrences.js'
import { dueTriggersSql, listenersSql } from '../../src/workflows/store/workflow-triggers.js'
import { faultsOf, TestControlPlane } from '../support/test-control-plane.js'

const path = '/api/v1/workflows/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'

const fields = { name: 'Watch', agent_name: 'triage', instruction: 'Look {{ who }}' }
const schedule = { kind: 'schedule', name: 'a', cron: '0 * * * *' }
const event = { kind: 'deployment_created', name: 'a' }
const rate = { kind: 'error_rate', name: 'a', more_than: 1 }
const metric = { kind: 'metric_threshold', name: 'a', metric: 'm', is: 'above', value: 1 }
const without = (trigger: object, field: string) =>
  Object.fromEntries(Object.entries(trigger).filter(([name]) => name !== field))

describe('workflow triggers', () => {
  let test: TestControlPlane

  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  const create = async (more: object) => {
    const res = await test.post(path, { ...fields, ...more })
    expect(res.status, res.text).to.equal(201)
    return JSON.parse(res.text) as WorkflowDetail
  }
  const read = async (id: string) => JSON.parse((await test.get(`${path}${id}/`)).text) as WorkflowDetail
  const states = async (id: string) =>
    (JSON.parse((await test.get(`${path}${id}/triggers/`)).text) as { triggers: TriggerState[] }).triggers
  const occurrences = async (id: string, query = '') =>
    JSON.parse((await test.get(`${path}${id}/occurrences/?${query}`)).text) as {
      occurrences: TriggerOccurrence[]
      count: number
    }

  it('are returned with their workflow, defaults filled in, and are the same when sent back', async () => {
    const { id, triggers } = await create({ triggers: [schedule, { ...rate, name: 'b' }, { ...metric, name: 'c' }] })
    expect(triggers).to.deep.equal([
      { ...schedule, time_zone: 'UTC' },
      { ...rate, name: 'b', runs_per_hour_max: 60, within_minutes: 5, level: 'error' },
      { ...metric, name: 'c', runs_per_hour_max: 60, within_minutes: 5, aggregate: 'avg' },
    ])
    expect((await test.patch(`${path}${id}/`, { triggers })).status).to.equal(200)
    expect((await read(id)).triggers).to.deep.equal(triggers)
    await test.patch(`${path}${id}/`, { triggers: [] })
    expect((await read(id)).triggers).to.deep.equal([])
  })

  it('show the next occurrence of a schedule, and none while the workflow is off', async () => {
    const { id } = await create({ triggers: [schedule, { ...event, name: 'b' }] })
    const next_at = new Date(test.now + 3_600_000).toISOString()
    const state = { condition_holds: null, fault: null, last_occurrence: null }
    expect(await states(id)).to.deep.equal([
      { name: 'a', kind: 'schedule', next_at, ...state },
      { name: 'b', kind: 'deployment_created', next_at: null, ...state },
    ])
    await test.post(`${path}${id}/disable/`, {})
    expect((await states(id)).map(({ next_at: next }) => next)).to.deep.equal([null, null])
    await test.post(`${path}${id}/enable/`, {})
    expect((await states(id))[0]?.next_at).to.equal(next_at)
  })

  it('name alert rules of their own organization only', async () => {
    const createRule = async (key?: string) => {
      const rule = { kind: 'error_rate', name: 'Errors', value: 5 }
      const res = await test.post('/api/v1/alerts/rules/', rule, key)
      expect(res.status, res.text).to.equal(201)
      return (JSON.parse(res.text) as { id: string }).id
    }
    const [own, foreign] = [await createRule(), await createRule(test.foreignKey)]
    const triggers = (ids: readonly string[]) => [{ kind: 'alert_opened', name: 'a', filters: { rule_id: ids } }]
    const created = await test.post(path, { ...fields, triggers: triggers([own]) })
    expect(created.status, created.text).to.equal(201)
    const { id } = JSON.parse(created.text) as WorkflowDetail
    for (const ids of [
      [own, foreign],
      [own, unknownId],
    ]) {
      const refused = [
        await test.post(path, { ...fields, triggers: triggers(ids) }),
        await test.patch(`${path}${id}/`, { triggers: triggers(ids) }),
      ]
      for (const res of refused) {
        expect(res.status).to.equal(400)
        expect(faultsOf(res)).to.deep.equal(['/triggers/0/filters/rule_id/1'])
      }
    }
  })

  it('are copied with a workflow, which is off', async () => {
    const original = await create({ triggers: [schedule], concurrency: 'queue', retry: { max_attempts: 3 } })
    const copy = JSON.parse((await test.post(`${path}${original.id}/duplicate/`, {})).text) as WorkflowDetail
    expect(copy).to.deep.include({ status: 'disabled', concurrency: 'queue', triggers: original.triggers })
    expect(copy.retry).to.deep.equal({ max_attempts: 3, base_seconds: 60 })
    expect((await states(copy.id))[0]?.next_at).to.equal(null)
  })

  it("of kind manual provide a run's values and cap, which the request overrides", async () => {
    const { id } = await create({
      triggers: [{ kind: 'manual', name: 'button', context: { who: 'a', b: 1 }, runs_per_hour_max: 2 }],
    })
    const run = (context: object, trigger_name = 'button') => test.post(`${path}${id}/runs/`, { trigger_name, context })
    const instruction = async (res: { text: string }) => {
      const { session_id } = JSON.parse(res.text) as WorkflowRun
      return (JSON.parse((await test.get(`/api/v1/agent/sessions/${session_id}/`)).text) as { prompt: string }).prompt
    }
    expect(await instruction(await run({}))).to.equal('Look a')
    expect(await instruction(await run({ who: 'c' }))).to.equal('Look c')
    expect((await run({})).status).to.equal(409)
    expect((await run({}, 'other')).status).to.equal(201)
    expect(await occurrences(id)).to.deep.include({ count: 2 })
    test.now += 3_600_000
    expect((await run({})).status).to.equal(201)
    expect((await occurrences(id, 'trigger_name=button&outcome=run&page_size=1')).occurrences).to.have.length(1)
    expect((await occurrences(id, 'outcome=capped')).count).to.equal(0)
    expect((await test.get(`${path}${id}/occurrences/?outcome=x`)).status).to.equal(400)
  })

  for (const rest of ['triggers/', 'occurrences/']) {
    it(`GET ${rest} answers 401, 403 and 404`, async () => {
      const { id } = await create({ triggers: [schedule] })
      const scope: ApiScope = 'workflows:write'
      expect((await test.get(`${path}${id}/${rest}`, '')).status).to.equal(401)
      expect((await test.get(`${path}${id}/${rest}`, await test.createKey([scope]))).status).to.equal(403)
      expect((await test.get(`${path}${id}/${rest}`, test.foreignKey)).status).to.equal(404)
      expect((await test.get(`${path}${unknownId}/${rest}`)).status).to.equal(404)
    })
  }

  it("use indexes for the engine's frequent queries", () => {
    const database = new Sqlite(join(test.directory, 'control-plane.db'))
    const values = { now: 1, limit: 1, offset: 0, organizationId: 'o', kind: 'manual', after: '', workflowId: 'w' }
    const filter = { workflowId: 'w', triggerName: undefined, outcome: undefined }
    const statements = [
      dueTriggersSql('schedule'),
      dueTriggersSql('condition'),
      listenersSql,
      startableSql,
      timedOutSql,
    ]
    for (const sql of [...statements, unsettledSql, occurrenceListSql(filter)]) {
      const rows = database.prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(values)
      const plan = rows.map(({ detail }) => detail).join('\n')
      expect(plan, sql)
        .to.match(/USING (COVERING )?INDEX/)
        .and.not.to.contain('TEMP B-TREE')
    }
    database.close()
  })
})

const badTriggers: readonly [string, unknown, string][] = [
  ['no kind', { name: 'a' }, '/triggers/0/kind'],
  ['an unknown kind', { name: 'a', kind: 'full_moon' }, '/triggers/0/kind'],
  ['no name', without(schedule, 'name'), '/triggers/0/name'],
  ['a blank name', { ...schedule, name: ' ' }, '/triggers/0/name'],
  ['a field of another kind', { ...event, cron: '0 * * * *' }, '/triggers/0/cron'],
  ['no crontab', without(schedule, 'cron'), '/triggers/0/cron'],
  ['a crontab of six fields', { ...schedule, cron: '0 0 * * * *' }, '/triggers/0/cron'],
  ['a crontab that never comes', { ...schedule, cron: '0 0 31 2 *' }, '/triggers/0/cron'],
  ['an unknown time zone', { ...schedule, time_zone: 'Mars/Olympus' }, '/triggers/0/time_zone'],
  ['an offset for a time zone', { ...schedule, time_zone: '+02:00' }, '/triggers/0/time_zone'],
  ['a context that is a list', { ...event, context: [] }, '/triggers/0/context'],
  ['a context that is too large', { ...event, context: { a: 'x'.repeat(16_384) } }, '/triggers/0/context'],
  ['a cap of 0', { ...event, runs_per_hour_max: 0 }, '/triggers/0/runs_per_hour_max'],
  ['a cap that is too high', { ...event, runs_per_hour_max: 1_001 }, '/triggers/0/runs_per_hour_max'],
  ['an unknown filter', { ...event, filters: { verdict: ['bad'] } }, '/triggers/0/filters/verdict'],
  ['a filter without values', { ...event, filters: { service: [] } }, '/triggers/0/filters/service'],
  ['an unknown status', { ...event, filters: { status: ['fine'] } }, '/triggers/0/filters/status/0'],
  [
    'an unknown verdict',
    { kind: 'session_verdict', name: 'a', filters: { verdict: ['x'] } },
    '/triggers/0/filters/verdict/0',
  ],
  [
    'a project of nobody',
    { kind: 'issue_created', name: 'a', filters: { project_id: [unknownId] } },
    '/triggers/0/filters/project_id/0',
  ],
  ['no threshold', without(rate, 'more_than'), '/triggers/0/more_than'],
  ['a negative threshold', { ...rate, more_than: -1 }, '/triggers/0/more_than'],
  ['an unknown level', { ...rate, level: 'bad' }, '/triggers/0/level'],
  ['a window of 0', { ...rate, within_minutes: 0 }, '/triggers/0/within_minutes'],
  ['a window of more than a day', { ...rate, within_minutes: 1_441 }, '/triggers/0/within_minutes'],
  ['a project that is not an id', { ...rate, project_id: 'x' }, '/triggers/0/project_id'],
  ['an unknown project', { ...rate, project_id: unknownId }, '/triggers/0/project_id'],
  ['no metric', without(metric, 'metric'), '/triggers/0/metric'],
  ['no direction', without(metric, 'is'), '/triggers/0/is'],
  ['a value that is not a number', { ...metric, value: '1' }, '/triggers/0/value'],
  ['an unknown aggregate', { ...metric, aggregate: 'p99' }, '/triggers/0/aggregate'],
  ['monitors that are not a list', { kind: 'check_in_missed', name: 'a', monitors: 'x' }, '/triggers/0/monitors'],
]
const badOptions: readonly (readonly [string, object, string])[] = [
  ...badTriggers.map(([what, trigger, field]) => [what, { triggers: [trigger] }, field] as const),
  ['two triggers of one name', { triggers: [schedule, event] }, '/triggers/1/name'],
  ['too many triggers', { triggers: Array.from({ length: 21 }, (_, i) => ({ ...event, name: `t${i}` })) }, '/triggers'],
  ['an unknown policy', { concurrency: 'maybe' }, '/concurrency'],
  ['a timeout that is too short', { timeout_seconds: 9 }, '/timeout_seconds'],
  ['a timeout that is too long', { timeout_seconds: 604_801 }, '/timeout_seconds'],
  ['no attempts', { retry: { max_attempts: 0 } }, '/retry/max_attempts'],
  ['too many attempts', { retry: { max_attempts: 11 } }, '/retry/max_attempts'],
  ['attempts that are not said', { retry: {} }, '/retry/max_attempts'],
  ['a pause of 0', { retry: { max_attempts: 2, base_seconds: 0 } }, '/retry/base_seconds'],
]
describe('workflows with invalid triggers or options', () => {
  let shared: TestControlPlane
  let kept: WorkflowDetail

  before(async () => {
    shared = new TestControlPlane()
    const res = await shared.post(path, { ...fields, triggers: [schedule] })
    kept = JSON.parse(res.text) as WorkflowDetail
  })
  after(() => {
    shared.close()
  })

  for (const [what, more, field] of badOptions) {
    it(`POST and PATCH answer 400 naming ${field} for ${what}, and store nothing`, async () => {
      const res = await shared.post(path, { ...fields, ...more })
      expect([res.status, [...new Set(faultsOf(res))]]).to.deep.equal([400, [field]])
      const change = await shared.patch(`${path}${kept.id}/`, more)
      expect([change.status, [...new Set(faultsOf(change))]]).to.deep.equal([400, [field]])
      const { count } = JSON.parse((await shared.get(path)).text) as { count: number }
      expect(count).to.equal(1)
      expect(JSON.parse((await shared.get(`${path}${kept.id}/`)).text)).to.deep.equal(kept)
    })
  }
})
