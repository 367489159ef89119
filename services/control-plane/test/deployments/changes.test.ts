import { join } from 'node:path'
import { limits, listedChangeKinds, type BatchAccepted, type Change } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { timelineSql } from '../../src/deployments/store/changes.js'
import { TestControlPlane } from '../support/test-control-plane.js'

const path = '/api/v1/changes/'
const hourMs = 3_600_000

describe('changes', () => {
  let test: TestControlPlane
  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  const item = (more: object = {}) => ({
    kind: 'commit',
    id: 'abc',
    occurred_at: new Date(test.now).toISOString(),
    title: 'Fix the total',
    ...more,
  })
  const record = async (...changes: unknown[]) => {
    const res = await test.post(path, { changes })
    expect(res.status, res.text).to.equal(202)
    return JSON.parse(res.text) as BatchAccepted
  }
  const list = async (query = '', key = test.rootKey) => {
    const res = await test.get(`${path}${query}`, key)
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as { changes: Change[]; total: number; has_more: boolean }
  }

  it('are stored with every field, across a restart, and register the repository', async () => {
    const said = { service: 'pay', repository: 'acme/shop', author: 'Ann', url: 'https://x.test', files: ['a.ts'] }
    await record(item({ ...said, diff: '+1', details: { a: 1 } }))
    test.reopen()
    const [change] = (await list()).changes
    expect(change).to.deep.include({ ...said, id: 'abc', diff: '+1', diff_cut: false, details: { a: 1 } })
    const res = await test.get('/api/v1/organization/repositories/')
    expect(res.text).to.contain('"full_name":"acme/shop"')
  })

  it('have a link only if it is a web address, however the change was announced', async () => {
    const hostile = [
      'javascript:alert(1)',
      'JavaScript://x/%0aalert(1)',
      'data:text/html,x',
      ' javascript:alert(1)',
      '//x.test',
    ]
    const announced = [...hostile, 'HTTPS://x.test/1']
    await record(...announced.map((url, index) => item({ id: String(index), url })))
    for (const [index, url] of announced.entries()) {
      await test.post('/api/v1/deployments/', { deployment_request: String(index), external_url: url })
    }
    const { changes } = await list()
    expect(changes.filter(({ url }) => url !== null).map(({ url }) => url)).to.deep.equal([
      'HTTPS://x.test/1',
      'HTTPS://x.test/1',
    ])
    const { text } = await test.get('/api/v1/deployments/')
    expect(text.match(/"external_url":"[^"]*"/g)).to.deep.equal(['"external_url":"HTTPS://x.test/1"'])
  })

  it('are returned up to the response limit, and continued from there', async () => {
    const diff = 'x'.repeat(limits.change.diffBytesMax)
    const fitting = Math.floor(limits.query.listBytesMax / diff.length)
    const ids = Array.from({ length: fitting + 10 }, (_, index) => String(index))
    for (const id of ids) await record(item({ id, diff, occurred_at: new Date(test.now - Number(id)).toISOString() }))
    const first = await list('?limit=1000')
    expect(first.changes.length).to.be.within(fitting - 5, fitting)
    expect(first).to.include({ total: ids.length, has_more: true })
    const second = await list(`?limit=1000&offset=${first.changes.length}`)
    expect(second.has_more).to.equal(false)
    expect([...first.changes, ...second.changes].map(({ id }) => id)).to.deep.equal(ids)
  })

  it('are stored if valid, with the faults of the others', async () => {
    const bad = [
      { kind: 'party' },
      { kind: 'deployment' },
      { id: '' },
      { id: 'x'.repeat(201) },
      { occurred_at: 'soon' },
      { occurred_at: new Date(test.now + hourMs + 1).toISOString() },
      { title: '' },
      { title: 'x'.repeat(1_001) },
      { service: ' ' },
      { repository: 'shop' },
      { author: '' },
      { url: '' },
      { files: 'a' },
      { files: ['x'.repeat(1_001)] },
      { diff: 1 },
      { details: [] },
      { details: { a: 'é'.repeat(40_000) } },
    ]
    const ahead = item({ occurred_at: new Date(test.now + hourMs).toISOString() })
    const { accepted, rejected } = await record(...bad.map(item), null, ahead)
    expect(accepted).to.equal(1)
    expect(rejected.map(({ index }) => index)).to.deep.equal([...bad.keys(), bad.length])
    for (const [index, fault] of bad.entries()) expect(rejected[index]?.error).to.contain(Object.keys(fault)[0])
    expect((await list()).total).to.equal(1)
  })

  it('are rejected without a valid one or if there are more than 100', async () => {
    for (const changes of [[], [{}], Array.from({ length: 101 }, () => item())]) {
      expect((await test.post(path, { changes })).status).to.equal(400)
    }
    expect((await list()).total).to.equal(0)
  })

  it('are updated if sent again, by kind, repository and id', async () => {
    await record(item({ author: 'Ann', diff: '+1' }), item({ repository: 'acme/shop' }), item({ kind: 'flag' }))
    await record(item({ title: 'Better' }))
    const { changes, total } = await list()
    expect(total).to.equal(3)
    const updated = changes.find(({ kind, repository }) => kind === 'commit' && repository === null)
    expect(updated).to.deep.include({ title: 'Better', author: 'Ann', diff: '+1' })
  })

  it('have long diffs shortened without splitting a character, with a note', async () => {
    for (const [start, kept] of [
      [65_535, 65_535],
      [65_534, 65_534],
      [65_533, 65_533],
      [65_532, 65_536],
    ] as const) {
      await record(item({ diff: `${'a'.repeat(start)}😀b` }))
      const [change] = (await list()).changes
      expect(Buffer.byteLength(change?.diff ?? '')).to.equal(kept)
      expect(change?.diff_cut).to.equal(true)
      expect(change?.diff).not.to.contain('\ufffd')
    }
    await record(item({ diff: `${'a'.repeat(65_532)}😀` }))
    expect((await list()).changes[0]?.diff_cut).to.equal(false)
  })

  it('are merged with deployments in one order, with filters and pages', async () => {
    const at = (minutes: number) => new Date(test.now - minutes * 60_000).toISOString()
    await record(item({ id: 'old', occurred_at: at(30) }), item({ id: 'new', occurred_at: at(10), service: 'pay' }))
    const body = { deployment_request: 'Ship it\nnow', occurred_at: at(20), service: 'pay', version: '1.2' }
    expect((await test.post('/api/v1/deployments/', body)).status).to.equal(201)
    const { changes, total, has_more } = await list()
    expect(changes.map(({ title }) => title)).to.deep.equal(['Fix the total', 'Ship it', 'Fix the total'])
    expect(changes.map(({ id }) => id)).to.include.members(['new', 'old'])
    expect([total, has_more]).to.deep.equal([3, false])
    expect(changes[1]?.details).to.deep.include({ version: '1.2', status: 'success' })
    expect(await list('?limit=1&offset=1')).to.deep.equal({ changes: [changes[1]], total: 3, has_more: true })
    expect((await list('?kind=deployment')).changes).to.deep.equal([changes[1]])
    expect((await list('?kind=commit')).total).to.equal(2)
    expect((await list('?service=pay')).total).to.equal(2)
    expect((await list('?repository=acme/none')).total).to.equal(0)
    expect((await list(`?start=${at(20)}&end=${at(10)}`)).changes).to.deep.equal([changes[1]])
    expect((await test.get(`${path}?kind=party`)).status).to.equal(400)
    expect((await test.get(`${path}?start=${at(1)}&end=${at(2)}`)).status).to.equal(400)
  })

  it('are invisible to other organizations and require the scopes', async () => {
    await record(item({ repository: 'acme/shop' }))
    expect((await list('', test.foreignKey)).total).to.equal(0)
    expect((await test.get('/api/v1/organization/repositories/', test.foreignKey)).text).not.to.contain('acme')
    const [reader, writer] = [await test.createKey(['changes:read']), await test.createKey(['changes:write'])]
    expect((await test.post(path, { changes: [item()] }, reader)).status).to.equal(403)
    expect((await test.get(path, writer)).status).to.equal(403)
  })

  it('are read in order from indexes, whatever the filters, without scanning other rows', () => {
    const database = new Sqlite(join(test.directory, 'control-plane.db'))
    const page = { organizationId: 'o', startMs: 0, untilMs: 1, limit: 1, offset: 0 }
    const filters = [undefined, ...listedChangeKinds].flatMap((kind) =>
      [undefined, 'pay'].flatMap((service) =>
        [undefined, 'acme/shop'].flatMap((repository) =>
          [undefined, 'p'].map((projectId) => ({ ...page, kind, service, repository, projectId })),
        ),
      ),
    )
    for (const filter of filters) {
      const { service, repository } = filter
      const sql = `EXPLAIN QUERY PLAN ${timelineSql(filter)}`
      const plan = database.prepare<[object], { detail: string }>(sql).all(filter)
      // SQLite has no statistics here, so the plan is the same for one change and for a million.
      const reads = plan.filter(({ detail }) => / (changes|deployments) /.test(detail))
      const narrow =
        repository === undefined ? (service === undefined ? '_by_(time|kind)' : '_by_service') : '_by_repository'
      for (const { detail } of reads) expect(detail).to.match(new RegExp(`^SEARCH .* COVERING INDEX .*${narrow} `))
      expect(plan.map(({ detail }) => detail).join()).not.to.match(/TEMP B-TREE|SCAN/)
    }
    database.close()
  })
})
