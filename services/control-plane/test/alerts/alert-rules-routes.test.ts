import { apiScopes, limits, ServiceError, type AlertRule, type AlertRuleTrial } from '@signalbox/contracts'
import { expect } from 'chai'
import { dueRulesSql } from '../../src/alerts/store/alert-rules.js'
import { faultsOf, TestControlPlane } from '../support/test-control-plane.js'
import { insertMany, useDatabase } from '../support/use-database.js'

const path = '/api/v1/alerts/rules/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'

const errors = { kind: 'error_rate', name: 'Errors', value: 5 }
const metric = { kind: 'metric_threshold', name: 'Queue', metric: 'queue', value: 5 }
const absence = { kind: 'absence', name: 'Silence', of: 'service', service: 'pay', within_minutes: 10 }
const common = {
  project_id: null,
  severity: 'warning',
  for_minutes: 0,
  resolve_for_minutes: 0,
  channel_ids: null,
  workflow_id: null,
  is_active: true,
}
const threshold = { is: 'above', resolve_value: null, within_minutes: 5 }

describe('alert rules', () => {
  let test: TestControlPlane

  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  const create = async (body: object, key?: string) => {
    const res = await test.post(path, body, key)
    expect(res.status, res.text).to.equal(201)
    return JSON.parse(res.text) as AlertRule
  }
  const read = async (id: string) => JSON.parse((await test.get(`${path}${id}/`)).text) as AlertRule

  describe('POST /api/v1/alerts/rules/', () => {
    it('returns the rule with its defaults, which is evaluated from now on', async () => {
      const now = new Date(test.now).toISOString()
      const { id, ...rule } = await create(errors)
      expect(rule).to.deep.equal({
        ...common,
        ...threshold,
        ...errors,
        measure: 'events',
        level: 'error',
        muted_until: null,
        state: {
          status: 'ok',
          firing: 0,
          pending: 0,
          left_out: 0,
          value: null,
          has_data: null,
          fault: null,
          measured_at: null,
          next_at: now,
        },
        created_at: now,
        updated_at: now,
      })
      expect(await read(id)).to.deep.equal({ id, ...rule })
    })

    for (const [body, defaults] of [
      [
        { ...errors, measure: 'share', value: 0.1 },
        { ...threshold, requests_min: 1 },
      ],
      [{ kind: 'new_issues', name: 'New', value: 1 }, threshold],
      [metric, { ...threshold, source: 'app', aggregate: 'avg' }],
      [{ ...metric, source: 'saturation', metric: 'memory', value: 0.9 }, threshold],
      [
        { ...metric, source: 'data_point', aggregate: 'p99', attribute: ['http.route:/pay'], group_by: ['pod'] },
        threshold,
      ],
      [
        { kind: 'p95_latency', name: 'Slow', service: 'pay', value: 200 },
        { ...threshold, requests_min: 1 },
      ],
      [
        { kind: 'crash_loops', name: 'Crash' },
        { value: 0, resolve_value: null, within_minutes: 5, signs: ['restarts', 'crash-loop', 'oom-killed'] },
      ],
      [{ kind: 'check_ins', name: 'Jobs' }, { statuses: ['missed', 'error', 'timed_out'] }],
      [absence, {}],
    ] as const) {
      it(`fills in the defaults of ${JSON.stringify(body)}`, async () => {
        expect(await create(body)).to.deep.include({ ...common, ...defaults, ...body })
      })
    }

    for (const [field, body] of [
      ['/kind', { name: 'x' }],
      ['/kind', { ...errors, kind: 'other' }],
      ['/value', { kind: 'error_rate', name: 'x' }],
      ['/name', { ...errors, name: ' ' }],
      ['/other', { ...errors, other: 1 }],
      ['/severity', { ...errors, severity: 'bad' }],
      ['/for_minutes', { ...errors, for_minutes: -1 }],
      ['/for_minutes', { ...errors, for_minutes: limits.alert.forMinutesMax + 1 }],
      ['/within_minutes', { ...errors, within_minutes: 0 }],
      ['/project_id', { ...errors, project_id: 'x' }],
      ['/project_id', { ...errors, project_id: unknownId }],
      ['/workflow_id', { ...errors, workflow_id: unknownId }],
      ['/channel_ids/0', { ...errors, channel_ids: [unknownId] }],
      ['/resolve_value', { ...errors, resolve_value: 6 }],
      ['/resolve_value', { ...metric, is: 'below', resolve_value: 4 }],
      ['/resolve_value', { kind: 'crash_loops', name: 'x', value: 2, resolve_value: 3 }],
      ['/level', { ...errors, measure: 'share', value: 0.5, level: 'error' }],
      ['/value', { ...errors, measure: 'share', value: 2 }],
      ['/service', { ...errors, service: 'pay' }],
      ['/requests_min', { ...errors, requests_min: 5 }],
      ['/pod', { ...metric, pod: 'a' }],
      ['/environment', { ...metric, source: 'container', environment: 'a' }],
      ['/metric', { ...metric, source: 'saturation', value: 0.9 }],
      ['/value', { ...metric, source: 'saturation', metric: 'cpu', value: 0.5 }],
      ['/is', { ...metric, source: 'saturation', metric: 'cpu', value: 0.9, is: 'below' }],
      ['/aggregate', { ...metric, source: 'saturation', metric: 'cpu', value: 0.9, aggregate: 'max' }],
      ['/aggregate', { ...metric, aggregate: 'rate' }],
      ['/aggregate', { ...metric, source: 'container', aggregate: 'p99' }],
      ['/group_by', { ...metric, group_by: ['pod'] }],
      ['/attribute', { ...metric, source: 'container', attribute: ['a:b'] }],
      ['/attribute/0', { ...metric, source: 'data_point', attribute: ['none'] }],
      ['/environment', { ...metric, source: 'data_point', environment: 'a' }],
      ['/metric', { ...absence, of: 'data_point' }],
      ['/attribute', { ...absence, attribute: ['a:b'] }],
      ['/service', { ...absence, service: undefined }],
      ['/project_id', { ...absence, of: 'project', service: undefined }],
      ['/metric', { ...absence, of: 'metric' }],
      ['/monitor', { ...absence, of: 'monitor', service: undefined }],
      ['/monitor', { ...absence, monitor: 'x' }],
      ['/within_minutes', { ...absence, within_minutes: limits.alert.absenceMinutesMax + 1 }],
      ['/signs', { kind: 'crash_loops', name: 'x', signs: [] }],
      ['/signs/0', { kind: 'crash_loops', name: 'x', signs: ['other'] }],
      ['/statuses/0', { kind: 'check_ins', name: 'x', statuses: ['ok'] }],
    ] as const) {
      it(`400: names ${field} in ${JSON.stringify(body)}`, async () => {
        const res = await test.post(path, body)
        expect(res.status, res.text).to.equal(400)
        expect(faultsOf(res)).to.include(field)
        expect(JSON.parse((await test.get(path)).text)).to.deep.include({ count: 0 })
      })
    }

    it('400: rejects a project or workflow of another organization', async () => {
      const { id } = await test.createProject(test.foreignKey)
      expect(faultsOf(await test.post(path, { ...errors, project_id: id }))).to.deep.equal(['/project_id'])
    })

    it('409: limits the rules of an organization', async () => {
      await create(errors)
      insertMany(
        test.directory,
        limits.capacity.alertRules.max - 1,
        `INSERT INTO alert_rules (id, organization_id, name, name_folded, kind, definition, created_at, updated_at)
         SELECT n, organization_id, name, name_folded, kind, definition, 1, 1 FROM alert_rules, numbers`,
      )
      expect((await test.post(path, errors)).status).to.equal(409)
      await create(errors, test.foreignKey)
    })
  })

  describe('GET /api/v1/alerts/rules/', () => {
    it('lists rules newest first, in pages, by name, kind and project', async () => {
      const project = await test.createProject()
      await create(errors)
      test.now += 1
      await create({ ...metric, project_id: project.id })
      const names = async (query: string) => {
        const res = await test.get(`${path}?${query}`)
        expect(res.status, res.text).to.equal(200)
        const { alert_rules: rules, count } = JSON.parse(res.text) as { alert_rules: AlertRule[]; count: number }
        return [...rules.map(({ name }) => name), count]
      }
      expect(await names('')).to.deep.equal(['Queue', 'Errors', 2])
      expect(await names('page_size=1&page=2')).to.deep.equal(['Errors', 2])
      expect(await names('name=ERR')).to.deep.equal(['Errors', 1])
      expect(await names('kind=metric_threshold')).to.deep.equal(['Queue', 1])
      expect(await names(`project_id=${project.number}`)).to.deep.equal(['Queue', 1])
      expect(faultsOf(await test.get(`${path}?kind=other`))).to.deep.equal(['kind'])
      expect((await test.get(`${path}?project_id=${unknownId}`)).status).to.equal(404)
    })
  })

  describe('PATCH /api/v1/alerts/rules/{rule_id}/', () => {
    const change = async (id: string, body: object) => test.patch(`${path}${id}/`, body)

    it('changes the given fields, and removes those that are null', async () => {
      const { id } = await create({ ...errors, level: 'warning', for_minutes: 5 })
      test.now += 1
      const res = await change(id, { value: 9, level: null, for_minutes: null, severity: 'critical' })
      expect(res.status, res.text).to.equal(200)
      expect(await read(id)).to.deep.include({ value: 9, level: 'error', for_minutes: 0, severity: 'critical' })
      expect((await change(id, { measure: 'share', value: 0.5 })).status).to.equal(200)
      expect(await read(id)).to.not.have.property('level')
    })

    it('turns a rule off and on', async () => {
      const { id } = await create(errors)
      await change(id, { is_active: false })
      expect((await read(id)).state.next_at).to.equal(null)
      await change(id, { is_active: true })
      expect((await read(id)).state.next_at).to.equal(new Date(test.now).toISOString())
    })

    for (const [field, body] of [
      ['', {}],
      ['/kind', { kind: 'check_ins' }],
      ['/name', { name: null }],
      ['/other', { other: 1 }],
      ['/monitors', { monitors: ['a'] }],
      ['/resolve_value', { resolve_value: 99 }],
      ['/value', { value: 'much' }],
    ] as const) {
      it(`400: names ${field || 'the body'} in ${JSON.stringify(body)}, and changes nothing`, async () => {
        const rule = await create(errors)
        const res = await change(rule.id, body)
        expect(res.status, res.text).to.equal(400)
        expect(faultsOf(res)).to.include(field)
        expect(await read(rule.id)).to.deep.equal(rule)
      })
    }
  })

  it('DELETE returns the deleted rule', async () => {
    const rule = await create(errors)
    const res = await test.delete(`${path}${rule.id}/`)
    expect([res.status, JSON.parse(res.text)]).to.deep.equal([200, rule])
    expect((await test.get(`${path}${rule.id}/`)).status).to.equal(404)
  })

  describe('POST …/mute/ and …/unmute/', () => {
    it('mutes for a duration or until a time, and no longer', async () => {
      const { id } = await create(errors)
      const mute = async (body: object) => JSON.parse((await test.post(`${path}${id}/mute/`, body)).text) as AlertRule
      const until = new Date(test.now + 600_000).toISOString()
      expect((await mute({ for_minutes: 10 })).muted_until).to.equal(until)
      expect((await mute({ until })).muted_until).to.equal(until)
      expect((await read(id)).muted_until).to.equal(until)
      test.now += 600_000
      expect((await read(id)).muted_until).to.equal(null)
      await mute({ for_minutes: 10 })
      const res = await test.post(`${path}${id}/unmute/`, {})
      expect((JSON.parse(res.text) as AlertRule).muted_until).to.equal(null)
    })

    for (const [field, body] of [
      ['/until', {}],
      ['/until', { until: '2020-01-01T00:00:00Z' }],
      ['/until', { until: '2030-01-01T00:00:00Z' }],
      ['/for_minutes', { until: '2026-01-02T00:00:00Z', for_minutes: 1 }],
      ['/for_minutes', { for_minutes: 0 }],
    ] as const) {
      it(`400: names ${field} in ${JSON.stringify(body)}`, async () => {
        const { id } = await create(errors)
        const res = await test.post(`${path}${id}/mute/`, body)
        expect([res.status, faultsOf(res)]).to.deep.equal([400, [field]])
      })
    }
  })

  describe('POST …/test/', () => {
    it('measures at an instant, and changes nothing', async () => {
      const rule = await create({ kind: 'new_issues', name: 'New', value: 0 })
      const project = await test.createProject()
      await test.controlPlane.sightings.recordSightings([test.sighting(project.id, 'a'.repeat(32))])
      const at = async (body: object) =>
        JSON.parse((await test.post(`${path}${rule.id}/test/`, body)).text) as AlertRuleTrial
      const found = { has_data: true, left_out: 0 }
      const now = new Date(test.now).toISOString()
      expect(await at({})).to.deep.equal({
        ...found,
        at: now,
        holds: true,
        subjects: [{ subject: null, value: 1, holds: true }],
      })
      expect(await at({ at: '2025-12-31T00:00:00Z' })).to.deep.include({ ...found, holds: false })
      expect(await read(rule.id)).to.deep.equal(rule)
    })

    it('503: telemetry cannot be queried', async () => {
      const { id } = await create(errors)
      test.telemetry.failure = new ServiceError('unavailable')
      expect((await test.post(`${path}${id}/test/`, {})).status).to.equal(503)
    })
  })

  it('404: unknown rules, and those of another organization, with every method', async () => {
    const { id } = await create(errors, test.foreignKey)
    for (const each of [id, unknownId]) {
      const answers = [
        await test.get(`${path}${each}/`),
        await test.patch(`${path}${each}/`, { value: 1 }),
        await test.post(`${path}${each}/mute/`, { for_minutes: 1 }),
        await test.post(`${path}${each}/unmute/`, {}),
        await test.post(`${path}${each}/test/`, {}),
        await test.delete(`${path}${each}/`),
      ]
      expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404, 404])
    }
    expect((await test.get(`${path}no-uuid/`)).status).to.equal(400)
    expect(JSON.parse((await test.get(path)).text)).to.deep.include({ alert_rules: [], count: 0 })
  })

  it('403: reading and writing have separate scopes', async () => {
    const { id } = await create(errors)
    const reader = await test.createKey(['alerts:read'])
    const others = await test.createKey(apiScopes.filter((scope) => !scope.startsWith('alerts:')))
    const statuses = async (key: string) => [
      (await test.get(path, key)).status,
      (await test.post(`${path}${id}/unmute/`, {}, key)).status,
    ]
    expect(await statuses(reader)).to.deep.equal([200, 403])
    expect(await statuses(others)).to.deep.equal([403, 403])
    expect(await statuses('')).to.deep.equal([401, 401])
  })

  it('finds due rules by an index', () => {
    const plan = useDatabase(test.directory, (database) =>
      database.prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${dueRulesSql}`).all({ now: 1, limit: 1 }),
    )
    expect(plan.map(({ detail }) => detail).join('\n'))
      .to.contain('alert_rules_due')
      .and.not.contain('TEMP B-TREE')
  })
})
