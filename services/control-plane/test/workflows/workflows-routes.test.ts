import {
  limits,
  type ApiScope,
  type RenderedInstruction,
  type WorkflowDetail,
  type WorkflowSummary,
} from '@signalbox/contracts'
import { expect } from 'chai'
import { faultsOf, TestControlPlane } from '../support/test-control-plane.js'

const path = '/api/v1/workflows/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'

interface WorkflowList {
  workflows: WorkflowSummary[]
  count: number
  next: string | null
  previous: string | null
}

describe('workflows', () => {
  let test: TestControlPlane

  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  const fields = { name: 'Watch', agent_name: 'triage', instruction: 'Look at {{ deployment.id }}' }
  const create = async (more: object = {}, key = test.rootKey) => {
    test.now += 1_000
    const res = await test.post(path, { ...fields, ...more }, key)
    expect(res.status, res.text).to.equal(201)
    return JSON.parse(res.text) as WorkflowDetail
  }
  const list = async (query = '', key = test.rootKey) => {
    const res = await test.get(`${path}?${query}`, key)
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as WorkflowList
  }
  const names = async (query: string) => (await list(query)).workflows.map(({ name }) => name)
  const remove = (id: string, key?: string) => test.delete(`${path}${id}/`, key)
  const read = async (id: string) => JSON.parse((await test.get(`${path}${id}/`)).text) as WorkflowDetail
  const act = (id: string, action: string, body: object = {}) => test.post(`${path}${id}/${action}/`, body)

  const longName = 'x'.repeat(limits.text.nameLengthMax + 1)
  const longText = 'é'.repeat(limits.text.promptBytesMax / 2 + 1)
  const badFields: readonly [string, object, string][] = [
    ['an empty name', { name: '' }, '/name'],
    ['a blank name', { name: ' ' }, '/name'],
    ['a name that is too long', { name: longName }, '/name'],
    ['a name that is not text', { name: 7 }, '/name'],
    ['an empty agent name', { agent_name: '' }, '/agent_name'],
    ['an agent name that is too long', { agent_name: longName }, '/agent_name'],
    ['a description that is too long', { description: 'x'.repeat(2_001) }, '/description'],
    ['a description that is null', { description: null }, '/description'],
    ['an empty instruction', { instruction: '' }, '/instruction'],
    ['an instruction of too many bytes', { instruction: longText }, '/instruction'],
    ['an empty repository', { repository: '' }, '/repository'],
    ['a repository that is too long', { repository: longName }, '/repository'],
  ]

  describe('POST', () => {
    it('answers 201 with the workflow, which is active', async () => {
      const created = await create({ description: 'After each', repository: 'acme/shop' })
      const at = new Date(test.now).toISOString()
      expect(created).to.deep.equal({
        ...fields,
        id: created.id,
        description: 'After each',
        repository: 'acme/shop',
        status: 'active',
        concurrency: 'allow',
        timeout_seconds: 3_600,
        retry: { max_attempts: 1, base_seconds: 60 },
        triggers: [],
        created_at: at,
        updated_at: at,
      })
      expect(await read(created.id)).to.deep.equal(created)
    })

    for (const [what, body, field] of badFields) {
      it(`answers 400 naming ${field} and stores nothing for ${what}`, async () => {
        const res = await test.post(path, { ...fields, ...body })
        expect(res.status).to.equal(400)
        expect([...new Set(faultsOf(res))]).to.deep.equal([field])
        expect((await list()).count).to.equal(0)
      })
    }

    for (const field of ['name', 'agent_name', 'instruction']) {
      it(`answers 400 without ${field}`, async () => {
        const res = await test.post(path, { ...fields, [field]: undefined })
        expect(res.status).to.equal(400)
        expect(res.text).to.contain(field)
      })
    }
  })

  describe('PATCH', () => {
    it('changes only the given fields, and the modification time', async () => {
      const created = await create({ repository: 'acme/shop' })
      test.now += 5_000
      const res = await test.patch(`${path}${created.id}/`, { name: 'New', repository: null, status: 'disabled' })
      expect(res.status).to.equal(200)
      const updated_at = new Date(test.now).toISOString()
      const expected = { ...created, name: 'New', repository: null, status: 'disabled', updated_at }
      expect(JSON.parse(res.text)).to.deep.equal(expected)
      expect(await read(created.id)).to.deep.equal(expected)
      expect(await names('name=new')).to.deep.equal(['New'])
    })

    const bad: typeof badFields = [
      ...badFields,
      ['an unknown status', { status: 'paused' }, '/status'],
      ['no field', {}, ''],
    ]
    for (const [what, body, field] of bad) {
      it(`answers 400 and changes nothing for ${what}`, async () => {
        const created = await create()
        const res = await test.patch(`${path}${created.id}/`, body)
        expect(res.status).to.equal(400)
        expect(faultsOf(res)).to.include(field)
        expect(await read(created.id)).to.deep.equal(created)
      })
    }
  })

  describe('enable and disable', () => {
    it('answer 200 with the state, even if unchanged', async () => {
      const { id } = await create()
      for (const [action, status] of [
        ['disable', 'disabled'],
        ['disable', 'disabled'],
        ['enable', 'active'],
      ] as const) {
        const res = await act(id, action)
        expect(res.status).to.equal(200)
        expect((await read(id)).status).to.equal(status)
      }
    })
  })

  describe('duplicate', () => {
    it('answers 201 with a separate copy', async () => {
      const original = await create({ repository: 'acme/shop' })
      test.now += 1_000
      const res = await act(original.id, 'duplicate')
      expect(res.status).to.equal(201)
      const copy = JSON.parse(res.text) as WorkflowDetail
      const at = new Date(test.now).toISOString()
      const expected = { ...original, id: copy.id, name: 'Watch (copy)', created_at: at, updated_at: at }
      expect(copy).to.deep.equal(expected)
      await remove(original.id)
      expect(await read(copy.id)).to.deep.equal(expected)
    })

    it('shortens a name that would become too long', async () => {
      const { id } = await create({ name: 'é'.repeat(limits.text.nameLengthMax) })
      const { name } = JSON.parse((await act(id, 'duplicate')).text) as WorkflowDetail
      expect(name)
        .to.have.length(limits.text.nameLengthMax)
        .and.match(/é \(copy\)$/)
    })
  })

  describe('DELETE', () => {
    it('answers 200 and removes the workflow from the list and every route, with its runs', async () => {
      const { id } = await create()
      const run = JSON.parse((await act(id, 'runs')).text) as { id: string; session_id: string }
      expect((await remove(id)).status).to.equal(200)
      expect(await list()).to.deep.include({ workflows: [], count: 0 })
      for (const rest of ['', 'runs/', `runs/${run.id}/`]) {
        expect((await test.get(`${path}${id}/${rest}`)).status).to.equal(404)
      }
      expect((await remove(id)).status).to.equal(404)
      expect((await test.get(`/api/v1/agent/sessions/${run.session_id}/`)).status).to.equal(200)
    })
  })

  describe('render', () => {
    it('answers 200 with the instruction and its warnings, and starts nothing', async () => {
      const { id } = await create({ instruction: '{{ a.b }} {{ c }}' })
      const res = await act(id, 'render', { context: { a: { b: '{{ c }}' } } })
      expect(res.status).to.equal(200)
      const expected: RenderedInstruction = { instruction: '{{ c }} {{ c }}', warnings: ['The context has no c'] }
      expect(JSON.parse(res.text)).to.deep.equal(expected)
      expect(JSON.parse((await test.get(`${path}${id}/runs/`)).text)).to.deep.include({ count: 0 })
    })

    const big = 'x'.repeat(limits.agentSession.contextBytesMax)
    for (const [what, context] of [
      ['a list', []],
      ['too large', { big }],
      ['too large once it is in the text', { a: big.slice(0, 40_000) }],
      ['leaving nothing of the text', { a: '' }],
    ] as const) {
      it(`answers 400 for a context that is ${what}`, async () => {
        const { id } = await create({ instruction: '{{ a }}{{ a }}' })
        const res = await act(id, 'render', { context })
        expect(res.status).to.equal(400)
        expect(faultsOf(res)).to.deep.equal(['/context'])
      })
    }
  })

  describe('GET list', () => {
    it('filters by part of the name, literal and case-insensitive, by agent and by repository', async () => {
      await create({ name: '100% ÜBER_a', agent_name: 'one', repository: 'r1' })
      await create({ name: 'über b', agent_name: 'one', repository: 'r2' })
      await create({ name: "c's", agent_name: 'two', repository: 'r2' })
      expect(await names('')).to.deep.equal(["c's", 'über b', '100% ÜBER_a'])
      expect(await names('name=%C3%BCBer')).to.deep.equal(['über b', '100% ÜBER_a'])
      expect(await names('name=%25')).to.deep.equal(['100% ÜBER_a'])
      expect(await names('name=_')).to.deep.equal(['100% ÜBER_a'])
      expect(await names("name='")).to.deep.equal(["c's"])
      expect(await names('agent_name=one')).to.deep.equal(['über b', '100% ÜBER_a'])
      expect(await names('agent_name=On')).to.deep.equal([])
      expect(await names('repository=r2&agent_name=one')).to.deep.equal(['über b'])
    })

    it('sorts ties by id, highest first', async () => {
      for (let i = 0; i < 5; i++) {
        await create()
        test.now -= 1_000
      }
      const ids = (await list()).workflows.map(({ id }) => id)
      expect(ids).to.deep.equal([...ids].sort().reverse())
    })

    it('links first, middle and last page, with the filters', async () => {
      for (const name of ['w1', 'w2', 'w3']) await create({ name })
      const link = (page: number) => `https://telemetry.example.com${path}?name=w&page=${page}&page_size=1`
      const pages = [1, 2, 3].map((page) => list(`name=w&page=${page}&page_size=1`))
      const [first, middle, last] = await Promise.all(pages)
      expect(first).to.deep.include({ count: 3, next: link(2), previous: null })
      expect(middle).to.deep.include({ count: 3, next: link(3), previous: link(1) })
      expect(last).to.deep.include({ count: 3, next: null, previous: link(2) })
      expect([first, middle, last].map((page) => page?.workflows[0]?.name)).to.deep.equal(['w3', 'w2', 'w1'])
    })

    for (const query of ['name=', 'agent_name=', 'repository=', 'page=0', 'page=x', 'page_size=0', 'page_size=101']) {
      it(`answers 400 to ${query}`, async () => {
        const res = await test.get(`${path}?${query}`)
        expect(res.status).to.equal(400)
        expect(faultsOf(res)).to.deep.equal([query.split('=')[0]])
      })
    }
  })

  const routes: readonly [method: 'get' | 'post' | 'patch' | 'delete', rest: string, scope: ApiScope][] = [
    ['get', '', 'workflows:read'],
    ['patch', '', 'workflows:write'],
    ['delete', '', 'workflows:write'],
    ['post', 'enable/', 'workflows:write'],
    ['post', 'disable/', 'workflows:write'],
    ['post', 'duplicate/', 'workflows:write'],
    ['post', 'render/', 'workflows:read'],
  ]
  const call = (method: (typeof routes)[number][0], at: string, key?: string) =>
    method === 'get' || method === 'delete'
      ? test[method](at, key)
      : test[method](at, method === 'patch' ? { name: 'changed' } : {}, key)
  for (const [method, rest, scope] of routes) {
    it(`${method} {id}/${rest} answers 401, 403, 404 and 400, and changes nothing`, async () => {
      const created = await create()
      const at = `${path}${created.id}/${rest}`
      const other = scope === 'workflows:read' ? 'workflows:write' : 'workflows:read'
      expect((await call(method, at, '')).status).to.equal(401)
      expect((await call(method, at, await test.createKey([other]))).status).to.equal(403)
      expect((await call(method, at, test.foreignKey)).status).to.equal(404)
      expect((await call(method, `${path}${unknownId}/${rest}`)).status).to.equal(404)
      expect((await call(method, `${path}x/${rest}`)).status).to.equal(400)
      expect(await read(created.id)).to.deep.equal(created)
    })
  }

  it('lists and creation answer 401 and 403', async () => {
    expect((await test.get(path, '')).status).to.equal(401)
    expect((await test.post(path, fields, '')).status).to.equal(401)
    expect((await test.get(path, await test.createKey(['workflows:write']))).status).to.equal(403)
    expect((await test.post(path, fields, await test.createKey(['workflows:read']))).status).to.equal(403)
  })

  it('are listed to their own organization only', async () => {
    await create()
    expect((await list('', test.foreignKey)).count).to.equal(0)
  })

  it('survive reopening the database', async () => {
    const created = await create()
    test.reopen()
    expect(await read(created.id)).to.deep.equal(created)
  })
})
