import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { TestControlPlane } from '../support/test-control-plane.js'
import { insertMany, useDatabase } from '../support/use-database.js'

const { max: repositoriesMax } = limits.capacity.knownRepositories
const releasesPath = '/api/0/organizations/default/releases/'

describe('what announcements leave behind', () => {
  let test: TestControlPlane
  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  const insert = (sql: string, count: number) => {
    insertMany(test.directory, count, sql, { organization: test.organizationId, now: test.now })
  }
  const insertRepositories = (count: number) => {
    insert(
      `INSERT INTO repositories (id, organization_id, full_name, created_at)
       SELECT 'r' || n, @organization, 'acme/' || n, @now FROM numbers`,
      count,
    )
  }
  const record = (id: string, repository: string) =>
    test.post('/api/v1/changes/', {
      changes: [{ kind: 'commit', id, repository, title: 'Fix', occurred_at: new Date(test.now).toISOString() }],
    })
  const count = (table: string) =>
    useDatabase(test.directory, (database) =>
      database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get(),
    )

  it('is at most so many repositories that nothing refers to', async () => {
    expect((await record('1', 'acme/used')).status).to.equal(202)
    const project = await test.createProject()
    const linked = await test.post(`/api/v1/telemetry/projects/${project.id}/repositories/`, {
      full_name: 'acme/linked',
    })
    expect(linked.status, linked.text).to.be.oneOf([200, 201])
    insertRepositories(repositoriesMax - 2)
    const announced = await test.post('/api/v1/deployments/', {
      deployment_request: 'Ship',
      repository_full_name: 'acme/new',
    })
    expect(announced.status, announced.text).to.equal(201)
    const names = useDatabase(test.directory, (database) =>
      database.prepare<[], string>('SELECT full_name FROM repositories ORDER BY full_name').pluck().all(),
    )
    expect(names).to.deep.equal(['acme/linked', 'acme/new', 'acme/used'])
  })

  it('is refused once all repositories are in use, with the limit in the answer, and known ones go on', async () => {
    insertRepositories(repositoriesMax)
    insert(
      `INSERT INTO changes (id, organization_id, kind, sender_id, repository_id, occurred_at, title, created_at)
       SELECT 'c' || n, @organization, 'commit', 'c' || n, 'r' || n, @now, 'Fix', @now FROM numbers`,
      repositoriesMax,
    )
    const refused = await record('new', 'acme/new')
    expect([refused.status, refused.text]).to.satisfy(
      ([status, text]: [number, string]) => status === 409 && text.includes(`has ${repositoriesMax} repositories`),
    )
    expect((await record('known', 'acme/7')).status).to.equal(202)
    expect(count('repositories')).to.equal(repositoriesMax)
  })

  it('is at most so many announced releases, the latest', async () => {
    insert(
      `INSERT INTO announced_releases (organization_id, version, created_at, status)
       SELECT @organization, 'v' || n, @now - @count + n, 'open' FROM numbers`,
      limits.announcedRelease.storedMax,
    )
    test.now += 1
    for (const version of ['new', 'v3']) {
      const res = await test.post(releasesPath, { version })
      expect(res.status, res.text).to.be.oneOf([200, 201, 208])
    }
    expect(count('announced_releases')).to.equal(limits.announcedRelease.storedMax)
    const statuses = await Promise.all(['v1', 'v2', 'new'].map((version) => test.get(`${releasesPath}${version}/`)))
    expect(statuses.map(({ status }) => status)).to.deep.equal([404, 200, 200])
  })

  it('is at most so many sessions that watch at the same time; further deployments have none', async () => {
    const { openWatchesMax } = limits.deployment
    insert(
      `INSERT INTO agent_sessions (id, organization_id, status, prompt, context, origin_kind, origin_id, created_at)
       SELECT 's' || n, @organization, 'active', 'Watch', '{}', 'deployment', 'd' || n, @now FROM numbers`,
      openWatchesMax - 1,
    )
    const announce = async () => {
      const res = await test.post('/api/v1/deployments/', { deployment_request: 'Ship' })
      expect(res.status, res.text).to.equal(201)
      const { id } = JSON.parse(res.text) as { id: string }
      const detail = await test.get(`/api/v1/deployments/${id}/`)
      return (JSON.parse(detail.text) as { session_id: string | null }).session_id
    }
    expect(await announce()).to.be.a('string')
    expect(await announce()).to.equal(null)
    expect(count('agent_sessions')).to.equal(openWatchesMax)
    useDatabase(test.directory, (database) =>
      database.exec("UPDATE agent_sessions SET status = 'cancelled', ended_at = 1 WHERE id = 's1'"),
    )
    expect(await announce()).to.be.a('string')
  })
})
