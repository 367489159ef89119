import { dayMs, defaultProjectSettings, limits, type Problem, type ProjectSettings } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { join } from 'node:path'
import { openStore } from '../../src/control-plane-store.js'
import { faultsOf, TestControlPlane, type TestProject } from '../support/test-control-plane.js'

describe('project settings', () => {
  let test: TestControlPlane
  let project: TestProject
  let path: string

  before(() => {
    test = new TestControlPlane()
  })
  after(() => {
    test.close()
  })
  beforeEach(async () => {
    project = await test.createProject()
    path = `/api/v1/telemetry/projects/${project.id}/settings/`
  })

  const change = async (body: object) => {
    const res = await test.patch(path, body)
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as ProjectSettings & { version: number; updated_at: string | null }
  }
  const readVersion = async () => ((await test.get(path)).body as { version: number }).version
  const findOwner = () => test.controlPlane.keys.findDsnKey(project.publicKey)

  describe('GET', () => {
    it('returns the defaults as version 0 until someone changes them', async () => {
      const res = await test.get(path)
      expect(res.status).to.equal(200)
      expect(res.body).to.deep.equal({ ...defaultProjectSettings, version: 0, updated_at: null })
    })

    it('responds the same by DSN number and by id in any case', async () => {
      const { text } = await test.get(path)
      for (const name of [String(project.number), project.id.toUpperCase()]) {
        expect((await test.get(`/api/v1/telemetry/projects/${name}/settings`)).text).to.equal(text)
      }
    })
  })

  for (const method of ['get', 'patch'] as const) {
    const send = (where: string, key?: string) => (method === 'get' ? test.get(where, key) : test.patch(where, {}, key))
    describe(`${method.toUpperCase()} refuses`, () => {
      it('401 without a key, 403 without the scope', async () => {
        expect((await send(path, '')).status).to.equal(401)
        const narrow = await test.createKey(method === 'get' ? ['projects:write'] : ['projects:read'])
        expect((await send(path, narrow)).status).to.equal(403)
      })

      it("404 for an unknown project and another organization's", async () => {
        expect((await send(path, test.foreignKey)).status).to.equal(404)
        for (const name of ['0192f3a0-0000-7000-8000-000000000001', '999999', '0', 'shop', '-1', "1' OR 1=1"]) {
          expect((await send(`/api/v1/telemetry/projects/${name}/settings/`)).status, name).to.equal(404)
        }
      })
    })
  }

  describe('PATCH', () => {
    it('creates a version with the given fields and retains the rest', async () => {
      test.now += 1_000
      const first = await change({ filters: { localhost: true }, allowed_domains: ['*.example.com'] })
      expect(first).to.deep.include({ version: 1, updated_at: new Date(test.now).toISOString() })
      const second = await change({ scrubbing: { sensitive_fields: ['iban'] } })
      expect(second.version).to.equal(2)
      expect(second.filters).to.deep.equal({ ...defaultProjectSettings.filters, localhost: true })
      expect(second.allowed_domains).to.deep.equal(['*.example.com'])
      expect(second.scrubbing.sensitive_fields).to.deep.equal(['iban'])
      expect((await test.get(path)).body).to.deep.equal(second)
    })

    it('creates no version if nothing changes', async () => {
      for (const same of [{}, { filters: {} }, { spikes: { enabled: true } }, { grouping: { version: null } }]) {
        expect((await change(same)).version).to.equal(0)
      }
      const changed = await change({ quotas: [{ categories: ['error'], limit: 5, window_seconds: 60 }] })
      test.now += 5_000
      expect(await change({ quotas: [{ window_seconds: 60, limit: 5, categories: ['error'] }] })).to.deep.equal(changed)
    })

    it('never changes stored versions', async () => {
      await change({ spikes: { events_per_minute: 10 } })
      await change({ spikes: { events_per_minute: 20 } })
      const read = async (version: number) =>
        (await test.controlPlane.settings.readSettings({ projectId: project.id, version }))?.spikes.events_per_minute
      expect([await read(1), await read(2), await read(3), await read(0)]).to.deep.equal([10, 20, undefined, undefined])
    })

    it('stores a bounded number of versions; telemetry that names a deleted one is processed with the next', async () => {
      const { storedMax } = limits.settings
      const store = openStore(test.directory)
      for (let version = 1; version <= storedMax + 2; version += 1) {
        const settings = JSON.stringify({ spikes: { events_per_minute: 10 + version } })
        store.projectSettings.insert({
          ...{ project_id: project.id, version, settings, created_at: test.now, created_by: 'key' },
        })
      }
      store.close()
      const read = async (version: number) =>
        (await test.controlPlane.settings.readSettings({ projectId: project.id, version }))?.spikes.events_per_minute
      expect([await read(1), await read(3), await read(storedMax + 2)]).to.deep.equal([13, 13, 12 + storedMax])
      expect([await read(0), await read(storedMax + 3)]).to.deep.equal([undefined, undefined])
    })

    it('answers 429 after too many changes in a day', async () => {
      const count = limits.settings.versionsPerDayMax
      for (let number = 1; number <= count; number += 1) {
        await change({ spikes: { events_per_minute: 10 + (number % 2) } })
        test.now += 1_000
      }
      const refused = await test.patch(path, { spikes: { events_per_minute: 99 } })
      expect(refused.status).to.equal(429)
      expect(refused.headers['retry-after']).to.equal(String((dayMs - count * 1_000) / 1_000))
      expect(await readVersion()).to.equal(count)
      test.now += dayMs - count * 1_000
      await change({ spikes: { events_per_minute: 99 } })
    })

    it('answers 409 for a change to an outdated version, and changes nothing', async () => {
      await change({ expected_version: 0, spikes: { enabled: false } })
      const late = await test.patch(path, { expected_version: 0, spikes: { events_per_minute: 10 } })
      expect(late.status).to.equal(409)
      expect(await readVersion()).to.equal(1)
      expect((await change({ expected_version: 1, spikes: { events_per_minute: 10 } })).version).to.equal(2)
    })

    it('accepts only one of many concurrent changes to the same version', async () => {
      const edits = [11, 12, 13, 14, 15].map((events) =>
        test.patch(path, { expected_version: 0, spikes: { events_per_minute: events } }),
      )
      const statuses = (await Promise.all(edits)).map(({ status }) => status)
      expect(statuses.sort()).to.deep.equal([200, 409, 409, 409, 409])
      expect(await readVersion()).to.equal(1)
    })

    it("applies to the project's keys from the next request on", async () => {
      expect(await findOwner()).to.deep.include({ settingsVersion: 0, allowedDomains: ['*'], projectQuotas: [] })
      const quotas = [{ categories: ['transaction'], limit: 0, window_seconds: 1, reason_code: 'none_today' }]
      await change({ allowed_domains: [], quotas })
      expect(await findOwner()).to.deep.include({ settingsVersion: 1, allowedDomains: [], projectQuotas: quotas })
    })

    it('survives a restart, with its author', async () => {
      const changed = await change({ allowed_domains: ['example.com'] })
      test.reopen()
      expect((await test.get(path)).body).to.deep.equal(changed)
      expect((await findOwner())?.settingsVersion).to.equal(1)
      const database = new Sqlite(join(test.directory, 'control-plane.db'), { readonly: true })
      const author = database
        .prepare('SELECT name FROM project_settings JOIN api_keys ON api_keys.id = created_by WHERE project_id = ?')
        .pluck()
        .get(project.id)
      database.close()
      expect(author).to.equal('Bootstrap')
    })

    it('uses defaults for fields that older versions lack', async () => {
      await change({ spikes: { enabled: false } })
      const database = new Sqlite(join(test.directory, 'control-plane.db'))
      database.prepare(`UPDATE project_settings SET settings = '{"filters":{"localhost":true}}'`).run()
      database.close()
      expect(await test.controlPlane.settings.readSettings({ projectId: project.id, version: 1 })).to.deep.equal({
        ...defaultProjectSettings,
        filters: { ...defaultProjectSettings.filters, localhost: true },
      })
    })

    it('names each invalid rule line, and accepts the rules once corrected', async () => {
      const rules = ['# by type', 'type:DatabaseError -> database', 'nonsense', '', '-> x'].join('\n')
      const { errors } = JSON.parse(
        (await test.patch(path, { grouping: { fingerprint_rules: rules } })).text,
      ) as Problem
      expect(errors?.map(({ name, detail }) => [name, /^line \d+: ./.exec(detail)?.[0].slice(0, 7)])).to.deep.equal([
        ['/grouping/fingerprint_rules', 'line 3:'],
        ['/grouping/fingerprint_rules', 'line 5:'],
      ])
      const good = 'type:DatabaseError -> database'
      expect((await change({ grouping: { fingerprint_rules: good } })).grouping.fingerprint_rules).to.equal(good)
    })

    it('reports at most 20 faults', async () => {
      const rules = 'nonsense\n'.repeat(3_000)
      expect(faultsOf(await test.patch(path, { grouping: { fingerprint_rules: rules } }))).to.have.length(20)
    })

    const faulty: [body: object, field: string][] = [
      [{ colour: 'red' }, '/colour'],
      [{ version: 4 }, '/version'],
      [{ filters: { everything: true } }, '/filters/everything'],
      [{ filters: { localhost: 'yes' } }, '/filters/localhost'],
      [{ filters: null }, '/filters'],
      [{ filters: { releases: [''] } }, '/filters/releases/0'],
      [{ scrubbing: { enabled: null } }, '/scrubbing/enabled'],
      [{ spikes: { events_per_minute: 9 } }, '/spikes/events_per_minute'],
      [{ grouping: { version: 'other:1' } }, '/grouping/version'],
      [{ grouping: { fingerprint_rules: 'x'.repeat(32_769) } }, '/grouping/fingerprint_rules'],
      [{ quotas: [{ categories: ['error'], limit: 1 }] }, '/quotas/0/window_seconds'],
      [{ quotas: [{ categories: ['everything'], limit: 1, window_seconds: 1 }] }, '/quotas/0/categories/0'],
      [{ allowed_domains: ['*', 'https://example.com/path'] }, '/allowed_domains/1'],
      [{ expected_version: -1 }, '/expected_version'],
      [{ filters: { ip_addresses: ['10.0.0.0/8', '10.0.0.0/33'] } }, '/filters/ip_addresses/1'],
      [{ grouping: { fingerprint_rules: 'no rule' } }, '/grouping/fingerprint_rules'],
      [{ grouping: { in_app_rules: 'path:x' } }, '/grouping/in_app_rules'],
    ]
    for (const [body, field] of faulty) {
      it(`answers 400 that names ${field}, and creates no version`, async () => {
        const res = await test.patch(path, body)
        expect(res.status, res.text).to.equal(400)
        expect(faultsOf(res)).to.include(field)
        expect(await readVersion()).to.equal(0)
      })
    }
  })
})
