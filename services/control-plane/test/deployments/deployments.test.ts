import { deploymentStatuses, type DeploymentCreated, type DeploymentDetail } from '@signalbox/contracts'
import { expect } from 'chai'
import { announceDeployment } from '../../src/deployments/announce-deployment.js'
import { openStore } from '../../src/control-plane-store.js'
import { faultsOf, TestControlPlane } from '../support/test-control-plane.js'

const path = '/api/v1/deployments/'

describe('deployments', () => {
  let test: TestControlPlane
  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  const create = async (more: object = {}) => {
    const res = await test.post(path, { deployment_request: 'Ship', ...more })
    expect(res.status, res.text).to.equal(201)
    return JSON.parse(res.text) as DeploymentCreated
  }
  const read = async (id: string) => JSON.parse((await test.get(`${path}${id}/`)).text) as DeploymentDetail

  it('are stored with every field across a restart and start a session that watches them', async () => {
    const said = {
      repository_full_name: 'acme/shop',
      status: 'running',
      external_url: 'https://ci.test/1',
      commit_sha: 'abc',
      commit_message: 'Fix',
      ref: 'refs/heads/main',
      event_metadata: { run: 1 },
      service: 'pay',
      environment: 'prod',
      version: '1.2',
    }
    const { id, status } = await create(said)
    expect(status).to.equal('running')
    test.reopen()
    const detail = await read(id)
    expect(detail).to.deep.include({ ...said, occurred_at: new Date(test.now).toISOString() })
    expect(detail.watch).to.deep.equal({ status: 'active', verdict: null })
    const session = await test.get(`/api/v1/agent/sessions/${detail.session_id ?? ''}/`)
    expect(session.body).to.deep.include({ origin: { kind: 'deployment', id } })
  })

  describe('announced again', () => {
    const release = { service: 'pay', version: '1.2', commit_sha: 'abcdef1', external_url: 'https://ci.test/1' }

    it('with the same service, version, commit and page are updated, and watched once', async () => {
      const { id } = await create({ ...release, status: 'failure', ref: 'refs/heads/main' })
      const { session_id } = await read(id)
      expect(await create({ ...release, deployment_request: 'Ship, second try' })).to.include({ id, status: 'success' })
      const detail = await read(id)
      expect(detail).to.include({ deployment_request: 'Ship, second try', ref: 'refs/heads/main', session_id })
      expect(detail.status_history.map(({ status }) => status)).to.deep.equal(['failure', 'success'])
      expect((await test.get('/api/v1/agent/sessions/')).body).to.include({ count: 1 })
    })

    it('are watched from then on if they were not', async () => {
      const { id } = await create({ ...release, monitor: false })
      expect((await create(release)).id).to.equal(id)
      expect((await read(id)).session_id).to.be.a('string')
    })

    it('are separate if the new one is not to be watched and the old one is', async () => {
      const { id } = await create(release)
      const unwatched = await create({ ...release, monitor: false })
      expect(unwatched.id).to.not.equal(id)
      expect((await read(unwatched.id)).session_id).to.equal(null)
    })

    it('are separate if any field differs, or too few are given', async () => {
      const { id } = await create(release)
      for (const other of [
        { service: 'cart' },
        { version: '1.3' },
        { commit_sha: 'abcdef2' },
        { environment: 'test' },
      ]) {
        expect((await create({ ...release, ...other })).id).to.not.equal(id)
      }
      for (const little of [{ service: 'pay' }, { service: 'pay', commit_sha: 'abcdef1' }]) {
        const first = await create(little)
        expect((await create(little)).id).to.not.equal(first.id)
      }
    })

    it('are separate if something else went live in between: a rollback', async () => {
      const { id } = await create(release)
      test.now += 60_000
      await create({ ...release, version: '1.3', commit_sha: 'abcdef2' })
      test.now += 60_000
      expect((await create(release)).id).to.not.equal(id)
    })
  })

  it('start no session if monitoring is off', async () => {
    const { id, status } = await create({ monitor: false })
    expect(status).to.equal('success')
    expect(await read(id)).to.include({ session_id: null, watch: null })
  })

  it('are rejected with the name of each invalid field', async () => {
    const long = 'ä'.repeat(40_000)
    const bad: Record<string, unknown[]> = {
      deployment_request: ['', ' ', 1, long],
      repository_full_name: ['shop', 'a/b/c', 'a /b'],
      status: ['done'],
      external_url: ['', 'x'.repeat(2_001)],
      commit_sha: ['', 'x'.repeat(65)],
      commit_message: [1, long],
      ref: ['x'.repeat(201)],
      event_metadata: [[], { long }],
      service: [' '],
      environment: [''],
      version: ['x'.repeat(201)],
      occurred_at: ['soon', new Date(test.now + 3_600_001).toISOString()],
      monitor: ['yes'],
    }
    for (const [name, values] of Object.entries(bad)) {
      for (const value of values) {
        const res = await test.post(path, { deployment_request: 'Ship', [name]: value })
        expect([res.status, ...new Set(faultsOf(res))], res.text).to.deep.equal([400, `/${name}`])
      }
    }
    expect((await test.get(path)).text).to.contain('"total":0')
  })

  it('require a repository if there is more than one project', async () => {
    await test.createProject()
    const res = await test.post(path, { deployment_request: 'Ship' })
    expect([res.status, faultsOf(res)]).to.deep.equal([400, ['/repository_full_name']])
    await create({ repository_full_name: 'acme/shop' })
  })

  it('store the history of every status, without repetitions', async () => {
    const { id } = await create({ status: 'cancelled' })
    for (const status of deploymentStatuses) {
      test.now += 1_000
      for (let times = 0; times < 2; times += 1) {
        expect((await test.patch(`${path}${id}/`, { status })).status).to.equal(200)
      }
    }
    const history = (await read(id)).status_history
    expect(history.map(({ status }) => status)).to.deep.equal(['cancelled', ...deploymentStatuses])
    expect((await test.patch(`${path}${id}/`, { status: 'done' })).status).to.equal(400)
  })

  it('are not stored if the session cannot be started', () => {
    const store = openStore(test.directory)
    const insert = () => {
      throw new Error('no session')
    }
    const broken = { ...store, agentSessions: { ...store.agentSessions, insert } }
    const request = { deployment_request: 'Ship', repository_full_name: 'acme/shop' }
    const { organizationId, now } = test
    expect(() => announceDeployment(broken, { organizationId, request, now })).to.throw('no session')
    expect(store.repositories.list(organizationId)).to.deep.equal([])
    store.close()
  })

  it('are listed by filters, newest first, and hidden from other organizations', async () => {
    const old = await create({ occurred_at: new Date(test.now - 60_000).toISOString(), service: 'pay' })
    const recent = await create({ repository_full_name: 'acme/shop', environment: 'prod', status: 'failure' })
    const ids = async (query: string, key = test.rootKey) => {
      const { deployments } = JSON.parse((await test.get(path + query, key)).text) as { deployments: { id: string }[] }
      return deployments.map(({ id }) => id)
    }
    expect(await ids('')).to.deep.equal([recent.id, old.id])
    expect(await ids('?limit=1&offset=1')).to.deep.equal([old.id])
    expect(await ids('?service=pay')).to.deep.equal([old.id])
    for (const query of ['?repository=acme/shop', '?environment=prod', '?status=failure']) {
      expect(await ids(query)).to.deep.equal([recent.id])
    }
    expect(await ids('', test.foreignKey)).to.deep.equal([])
    expect((await test.get(`${path}${old.id}/`, test.foreignKey)).status).to.equal(404)
    expect((await test.patch(`${path}${old.id}/`, { status: 'failure' }, test.foreignKey)).status).to.equal(404)
    expect((await test.post(path, {}, await test.createKey(['changes:read']))).status).to.equal(403)
  })
})
