import { FileContent, servedRoutes, type AuditEntry, type Problem, type RouteContract } from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { join } from 'node:path'
import { testPassword, type TestBrowser } from '../../../../test/support/test-browser.js'
import { foreignKey, serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'

const unknownId = '0192f3a0-0000-7000-8000-000000000001'
const logPath = '/api/v1/organization/audit-log/'
const projectsPath = '/api/v1/telemetry/projects/'

describe('the audit log', () => {
  let served: ServedControlPlane
  let owner: TestBrowser
  let ownerId: string

  before(async () => {
    served = await serveControlPlane()
    owner = served.browser()
    ownerId = (await owner.accept(served.ownerInvitation, 'owner@example.com')).member_id
  })
  after(() => served.close())
  beforeEach(() => {
    served.time.now += 1_000
  })

  const newest = async (query = 'limit=1'): Promise<AuditEntry> => {
    const [entry] = await served.readAudit(query)
    if (!entry) throw new Error('the audit log is empty')
    return entry
  }
  const inDatabase = <T>(work: (database: InstanceType<typeof Sqlite>) => T): T => {
    const database = new Sqlite(join(served.directory, 'control-plane.db'))
    try {
      return work(database)
    } finally {
      database.close()
    }
  }

  it('records who did what to which object, when and in which request', async () => {
    const { body, headers } = await owner.send('POST', projectsPath, { name: 'shop' })
    expect(await newest()).to.deep.include({
      occurred_at: new Date(served.time.now).toISOString(),
      actor: { kind: 'member', id: ownerId, name: 'owner@example.com' },
      action: 'createTelemetryProject',
      objects: { id: (body as { id: string }).id },
      outcome: 'done',
      code: null,
      request_id: headers.get('x-request-id'),
    })
  })

  it('names API keys, without the key itself', async () => {
    const { body } = await served.call('POST', '/api/v1/organization/api-keys/', { name: 'a key' })
    const { id, key } = body as { id: string; key: string }
    const entry = await newest()
    expect(entry.actor).to.include({ kind: 'api_key', name: 'Bootstrap' })
    expect(entry.objects).to.deep.equal({ id })
    expect(JSON.stringify(await served.readAudit('limit=1000'))).not.to.contain(key)
  })

  it("records rejections with the problem's code and the affected objects", async () => {
    const { body } = await owner.send('DELETE', `/api/v1/organization/members/${ownerId}/`)
    expect((body as Problem).code).to.equal('conflict')
    expect(await newest()).to.deep.include({
      action: 'removeMember',
      objects: { member_id: ownerId },
      outcome: 'refused',
      code: 'conflict',
    })
  })

  it('records sign-ins and sign-outs, without passwords', async () => {
    const browser = served.browser()
    await browser.signIn('owner@example.com')
    served.time.now += 1
    await browser.send('POST', '/api/v1/auth/sign-out/')
    const [out, into] = await served.readAudit('limit=2')
    expect([into?.action, out?.action]).to.deep.equal(['signIn', 'signOut'])
    expect(into?.actor).to.deep.equal({ kind: 'member', id: ownerId, name: 'owner@example.com' })
    expect(JSON.stringify(await served.readAudit('limit=1000'))).not.to.contain(testPassword)
  })

  it('can be filtered by actor, action and time, newest first, one page at a time', async () => {
    const from = new Date(served.time.now).toISOString()
    for (let count = 0; count < 3; count += 1) {
      served.time.now += 1
      await owner.send('POST', projectsPath, { name: 'shop' })
      await served.call('POST', projectsPath, { name: 'shop' })
    }
    const count = async (query: string) => (await served.readAudit(`start=${from}&${query}`)).length
    expect(await count('')).to.equal(6)
    expect(await count(`actor=${ownerId}`)).to.equal(3)
    expect(await count('action=createTelemetryProject')).to.equal(6)
    expect(await count('action=createApiKey')).to.equal(0)
    expect(await count(`end=${new Date(served.time.now).toISOString()}`)).to.equal(4)
    const { body } = await owner.send('GET', `${logPath}?start=${from}&limit=4&offset=2`)
    expect(body).to.include({ total: 6, has_more: false })
    const { body: first } = await owner.send('GET', `${logPath}?start=${from}&limit=2`)
    const { entries, has_more: hasMore } = first as { entries: AuditEntry[]; has_more: boolean }
    expect(hasMore).to.equal(true)
    expect(entries.map(({ occurred_at: at }) => Date.parse(at))).to.deep.equal([served.time.now, served.time.now])
  })

  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['offset=-1', 'offset'],
    ['since=1y', 'since'],
    ['start=yesterday', 'start'],
    ['end=2020-01-01', 'start'],
    ['actor=', 'actor'],
    [`action=${'x'.repeat(65)}`, 'action'],
  ] as const) {
    const title = field === 'start' && query.startsWith('end') ? 'a range that is empty' : query.slice(0, 30)
    it(`answers 400 that names ${field} for ${title}`, async () => {
      const more = query.startsWith('end') ? '&start=2021-01-01' : ''
      const { status, body } = await owner.send('GET', `${logPath}?${query}${more}`)
      expect(status).to.equal(400)
      expect(((body as Problem).errors ?? []).map(({ name }) => name)).to.include(field)
    })
  }

  it("shows only the organization's own entries", async () => {
    await served.call('POST', projectsPath, { name: 'foreign' }, foreignKey)
    expect((await served.readAudit('limit=1000')).map(({ actor }) => actor.name)).not.to.include('Foreign')
    expect((await served.readAudit('limit=1000', foreignKey)).map(({ actor }) => actor.name)).to.deep.equal(['Foreign'])
  })

  it('is stored in the same transaction as the change', async () => {
    inDatabase((database) =>
      database.exec("CREATE TRIGGER full BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'full'); END"),
    )
    const count = () => inDatabase((database) => database.prepare('SELECT count(*) FROM projects').pluck().get())
    const before = count()
    expect((await owner.send('POST', projectsPath, { name: 'shop' })).status).to.be.at.least(500)
    expect(count()).to.equal(before)
    inDatabase((database) => database.exec('DROP TRIGGER full'))
    expect((await owner.send('POST', projectsPath, { name: 'shop' })).status).to.equal(201)
    expect(count()).to.equal(Number(before) + 1)
  })

  it('deletes entries beyond the retention', async () => {
    const ageMs = 401 * 86_400_000
    inDatabase((database) => database.prepare('UPDATE audit_entries SET occurred_at = occurred_at - ?').run(ageMs))
    const old = () =>
      inDatabase((database) =>
        database
          .prepare('SELECT count(*) FROM audit_entries WHERE occurred_at < ?')
          .pluck()
          .get(served.time.now - ageMs + 86_400_000),
      )
    expect(old()).to.be.greaterThan(0)
    for (let count = 0; count < 10; count += 1) await owner.send('POST', projectsPath, { name: 'shop' })
    for (let count = 0; count < 2; count += 1) await served.call('POST', projectsPath, { name: 'shop' }, foreignKey)
    expect(old()).to.equal(0)
  })

  describe('has an entry for every route that may change something', () => {
    /** Sign-in and sign-out need their own browser and are tested above; the start at a provider stores nothing. */
    const apart = ['public', 'signed-in']
    const routes: RouteContract[] = []
    const createCaller = (): ApiCaller => ({
      keyId: ownerId,
      organizationId: served.organizationId,
      scopes: new Set(),
      queryLimitPerMinute: null,
      ingestLimitPerMinute: null,
      actor: { kind: 'member', id: ownerId, name: 'owner@example.com' },
    })

    before(() => {
      const ids = new Set(served.controlPlane.routes.map(({ contract }) => contract.id))
      routes.push(
        ...servedRoutes.filter(({ id, method, scope }) => ids.has(id) && method !== 'get' && !apart.includes(scope)),
      )
    })

    it('whatever the outcome of the request', async () => {
      expect(routes.length).to.be.greaterThan(20)
      for (const { id, path, body } of routes) {
        served.time.now += 1
        // Values do not matter: a request that reaches the handler leaves an entry, rejected or not.
        const route = served.controlPlane.routes.find(({ contract }) => contract.id === id)
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
        const input = {
          params: Object.fromEntries(names.map((name) => [name, unknownId])),
          query: {},
          body: body && {},
          requestId: `request of ${id}`,
          caller: createCaller(),
        }
        const [answer] = await Promise.allSettled([Promise.resolve().then(() => route?.handle(input))])
        // A streamed file must be closed by its receiver.
        if (answer.status === 'fulfilled' && answer.value instanceof FileContent && 'stream' in answer.value.bytes) {
          answer.value.bytes.stream.destroy()
        }
        const entry = await newest()
        expect([entry.action, entry.request_id]).to.deep.equal([id, `request of ${id}`])
      }
    })
  })
})
