import { limits, type MaintenanceWindow } from '@signalbox/contracts'
import { expect } from 'chai'
import { faultsOf, TestControlPlane } from '../support/test-control-plane.js'
import { insertMany } from '../support/use-database.js'

const path = '/api/v1/alerts/maintenance-windows/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'
const once = { kind: 'once', name: 'Move', starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2026-01-01T02:00:00.000Z' }
const repeating = { kind: 'repeating', name: 'Night', cron: '0 2 * * 0', length_minutes: 60 }

describe('maintenance windows', () => {
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
    return JSON.parse(res.text) as MaintenanceWindow
  }
  const list = async () =>
    (JSON.parse((await test.get(path)).text) as { maintenance_windows: MaintenanceWindow[] }).maintenance_windows

  it('show whether they are active and when they start next', async () => {
    const now = new Date(test.now).toISOString()
    const times = { project_id: null, rule_ids: null, created_at: now, updated_at: now }
    const window = await create(once)
    expect(window).to.deep.equal({ id: window.id, ...once, ...times, is_under_way: true, next_starts_at: null })
    const nightly = await create({ ...repeating, time_zone: 'Europe/Berlin' })
    expect(nightly).to.deep.equal({
      id: nightly.id,
      ...repeating,
      ...times,
      time_zone: 'Europe/Berlin',
      is_under_way: false,
      next_starts_at: '2026-01-04T01:00:00.000Z',
    })
    test.now = Date.UTC(2026, 0, 4, 1, 59)
    expect((await list()).map(({ is_under_way }) => is_under_way)).to.have.members([true, false])
  })

  it('are changed by field, including their kind', async () => {
    const { id } = await create(once)
    const change = async (body: object) => {
      const res = await test.patch(`${path}${id}/`, body)
      expect(res.status, res.text).to.equal(200)
      return JSON.parse(res.text) as MaintenanceWindow
    }
    expect(await change({ ends_at: '2026-01-01T03:00:00+01:00' })).to.deep.include({
      ...once,
      ends_at: '2026-01-01T02:00:00.000Z',
    })
    expect(await change(repeating)).to.deep.include({ ...repeating, time_zone: 'UTC' })
    expect(await change({ name: 'Renamed' })).to.deep.include({ name: 'Renamed', cron: repeating.cron })
  })

  it('are returned when deleted', async () => {
    const window = await create(once)
    const res = await test.delete(`${path}${window.id}/`)
    expect([res.status, JSON.parse(res.text)]).to.deep.equal([200, window])
    expect(await list()).to.deep.equal([])
  })

  for (const [field, body] of [
    ['/kind', { name: 'x' }],
    ['/ends_at', { ...once, ends_at: once.starts_at }],
    ['/ends_at', { ...once, ends_at: '2026-03-01T00:00:00Z' }],
    ['/starts_at', { ...once, starts_at: 'soon' }],
    ['/cron', { ...once, cron: '* * * * *' }],
    ['/cron', { ...repeating, cron: 'often' }],
    ['/cron', { ...repeating, cron: '0 0 31 2 *' }],
    ['/time_zone', { ...repeating, time_zone: 'Mars' }],
    ['/length_minutes', { ...repeating, length_minutes: 0 }],
    ['/project_id', { ...once, project_id: unknownId }],
    ['/rule_ids', { ...once, rule_ids: [] }],
    ['/rule_ids/0', { ...once, rule_ids: [unknownId] }],
  ] as const) {
    it(`400: names ${field} in ${JSON.stringify(body)}`, async () => {
      const res = await test.post(path, body)
      expect(res.status, res.text).to.equal(400)
      expect(faultsOf(res)).to.include(field)
    })
  }

  it('400: an invalid change changes nothing', async () => {
    const window = await create(once)
    const res = await test.patch(`${path}${window.id}/`, { ends_at: '2025-01-01T00:00:00Z' })
    expect([res.status, faultsOf(res)]).to.deep.equal([400, ['/ends_at']])
    expect(await list()).to.deep.equal([window])
  })

  it('404: windows of another organization, and unknown ones', async () => {
    const { id } = await create(once, test.foreignKey)
    for (const each of [id, unknownId]) {
      expect((await test.patch(`${path}${each}/`, { name: 'x' })).status).to.equal(404)
      expect((await test.delete(`${path}${each}/`)).status).to.equal(404)
    }
    expect(await list()).to.deep.equal([])
  })

  it('409: limits the windows of an organization', async () => {
    await create(once)
    insertMany(
      test.directory,
      limits.capacity.maintenanceWindows.max - 1,
      'INSERT INTO maintenance_windows SELECT n, organization_id, definition, 1, 1 FROM maintenance_windows, numbers',
    )
    expect((await test.post(path, once)).status).to.equal(409)
  })
})
