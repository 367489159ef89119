import { join } from 'node:path'
import { createId, type Alert } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { addAlert } from '../../../../test/support/add-alert.js'
import { alertListSql, type AlertRow } from '../../src/alerts/store/alerts.js'
import { faultsOf, TestControlPlane } from '../support/test-control-plane.js'

const path = '/api/v1/alerts/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'
const hour = 3_600_000

describe('alerts', () => {
  let test: TestControlPlane

  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  /** An alert that opened the given number of hours ago. */
  const insert = (hoursAgo: number, more: Partial<AlertRow> = {}): string =>
    addAlert(test.directory, {
      organization_id: test.organizationId,
      opened_at: test.now - hoursAgo * hour,
      ...more,
    })
  const over = (hoursAgo: number) =>
    ({ resolved_at: test.now - hoursAgo * hour, resolution: 'recovered', subject: 'a/b' }) as const
  const ids = async (query: string) => {
    const res = await test.get(`${path}?${query}`)
    expect(res.status, res.text).to.equal(200)
    const { alerts, count } = JSON.parse(res.text) as { alerts: Alert[]; count: number }
    return [...alerts.map(({ id }) => id), count]
  }

  it('are listed newest first, including those open at any time in the range', async () => {
    const [old, short, open] = [insert(30), insert(9, over(8)), insert(2)]
    expect(await ids('')).to.deep.equal([open, short, old, 3])
    expect(await ids('since=6h')).to.deep.equal([open, old, 2])
    expect(await ids(`end=${new Date(test.now - 8.5 * hour).toISOString()}&since=1h`)).to.deep.equal([short, old, 2])
    expect(await ids('page_size=1&page=2')).to.deep.equal([short, 3])
  })

  it('are found by state, severity, rule and project', async () => {
    const project = await test.createProject()
    const [open, ended] = [insert(2, { severity: 'critical', project_id: project.id }), insert(1, over(0))]
    const rule = createId(test.now)
    const ofRule = insert(0.5, { rule_id: rule })
    expect(await ids('state=firing')).to.deep.equal([ofRule, open, 2])
    expect(await ids('state=resolved')).to.deep.equal([ended, 1])
    expect(await ids('severity=critical')).to.deep.equal([open, 1])
    expect(await ids(`rule_id=${rule.toUpperCase()}`)).to.deep.equal([ofRule, 1])
    expect(await ids(`project_id=${project.number}`)).to.deep.equal([open, 1])
    expect(faultsOf(await test.get(`${path}?state=other`))).to.deep.equal(['state'])
    expect(faultsOf(await test.get(`${path}?rule_id=x`))).to.deep.equal(['rule_id'])
  })

  it('are read one by one', async () => {
    const id = insert(2, over(1))
    const res = await test.get(`${path}${id}/`)
    expect(JSON.parse(res.text)).to.deep.include({
      id,
      state: 'resolved',
      resolution: 'recovered',
      subject: 'a/b',
      is: 'above',
      threshold: 5,
      peak_value: 9,
      resolved_at: new Date(test.now - hour).toISOString(),
    })
  })

  it("are acknowledged once, with the first person's name", async () => {
    const id = insert(1)
    const acknowledge = async (key?: string) => {
      const res = await test.post(`${path}${id}/acknowledge/`, {}, key)
      return [res.status, JSON.parse(res.text)] as [number, Alert]
    }
    const [status, alert] = await acknowledge()
    expect(status).to.equal(200)
    expect(alert.acknowledged_by).to.be.a('string').and.not.equal('')
    expect(alert.acknowledged_at).to.equal(new Date(test.now).toISOString())
    test.now += 1
    expect(await acknowledge(await test.createKey(['alerts:write']))).to.deep.equal([200, alert])
  })

  it('409: an ended alert cannot be acknowledged', async () => {
    expect((await test.post(`${path}${insert(2, over(1))}/acknowledge/`, {})).status).to.equal(409)
  })

  it('404: alerts of another organization, and unknown ones', async () => {
    const id = insert(1, { organization_id: test.foreignOrganizationId })
    for (const each of [id, unknownId]) {
      expect((await test.get(`${path}${each}/`)).status).to.equal(404)
      expect((await test.post(`${path}${each}/acknowledge/`, {})).status).to.equal(404)
    }
    expect(await ids('')).to.deep.equal([0])
  })

  it('are listed from an index', () => {
    const database = new Sqlite(join(test.directory, 'control-plane.db'))
    const filter = { organizationId: 'o', startMs: 0, untilMs: 1, severity: undefined, projectId: undefined }
    for (const state of [undefined, 'firing'] as const) {
      const sql = alertListSql({ ...filter, state, ruleId: undefined })
      const plan = database.prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all({
        ...filter,
        limit: 1,
        offset: 0,
      })
      expect(plan.map(({ detail }) => detail).join('\n'))
        .to.contain('alerts_')
        .and.not.contain('TEMP B-TREE')
    }
    database.close()
  })
})
