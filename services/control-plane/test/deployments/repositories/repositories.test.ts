import { limits, type Repository } from '@signalbox/contracts'
import { expect } from 'chai'
import { faultsOf, TestControlPlane, type TestProject } from '../../support/test-control-plane.js'

const allPath = '/api/v1/organization/repositories/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'

describe('project repositories', () => {
  let test: TestControlPlane
  let project: TestProject
  let path: string
  beforeEach(async () => {
    test = new TestControlPlane()
    project = await test.createProject()
    path = `/api/v1/telemetry/projects/${project.number}/repositories/`
  })
  afterEach(() => {
    test.close()
  })

  const list = async (from = path) => ((await test.get(from)).body as { repositories: Repository[] }).repositories
  const link = async (fullName: string, to = path) => {
    const res = await test.post(to, { full_name: fullName })
    expect(res.status, res.text).to.equal(201)
    return res.body as Repository
  }
  const pathOf = ({ id }: { id: string }) => `/api/v1/telemetry/projects/${id}/repositories/`

  it('201: register a new one, listed with its project, across a restart', async () => {
    const linked = await link('acme/shop')
    expect(linked).to.deep.include({ full_name: 'acme/shop', project_ids: [project.id] })
    test.reopen()
    expect(await list()).to.deep.equal([linked])
    expect(await list(allPath)).to.deep.equal([linked])
  })

  it('link one that a deployment named, by its name', async () => {
    const body = { deployment_request: 'Ship it', repository_full_name: 'acme/shop' }
    expect((await test.post('/api/v1/deployments/', body)).status).to.equal(201)
    const [known] = await list(allPath)
    expect(known?.project_ids).to.deep.equal([])
    expect((await link('acme/shop')).id).to.equal(known?.id)
    expect(await list(allPath)).to.have.length(1)
  })

  it('are many to many: by name in a project, and projects by their number', async () => {
    const other = await test.createProject()
    await link('acme/web')
    await link('acme/api')
    await link('acme/web', pathOf(other))
    expect((await list()).map(({ full_name }) => full_name)).to.deep.equal(['acme/api', 'acme/web'])
    expect((await list(pathOf(other)))[0]?.project_ids).to.deep.equal([project.id, other.id])
  })

  it('do not change when linked again', async () => {
    const first = await link('acme/shop')
    test.now += 1_000
    expect(await link('acme/shop')).to.deep.equal(first)
    expect(await list()).to.deep.equal([first])
  })

  it('are unlinked from one project, and remain known and linked to others', async () => {
    const other = await test.createProject()
    const { id } = await link('acme/shop')
    await link('acme/shop', pathOf(other))
    const res = await test.delete(`${path}${id.toUpperCase()}/`)
    expect(res.status, res.text).to.equal(200)
    expect(res.body).to.deep.include({ id, project_ids: [other.id] })
    expect(await list()).to.deep.equal([])
    expect(await list(allPath)).to.deep.equal([res.body])
    expect((await test.delete(`${path}${id}/`)).status).to.equal(404)
  })

  it(`409: limits a project to ${limits.capacity.repositories.max}, and registers none beyond that`, async () => {
    for (let count = 0; count < limits.capacity.repositories.max; count += 1) await link(`acme/r${count}`)
    expect((await test.post(path, { full_name: 'acme/one-more' })).status).to.equal(409)
    expect((await test.post(path, { full_name: 'acme/r0' })).status).to.equal(201)
    expect(await list(allPath)).to.have.length(limits.capacity.repositories.max)
  })

  it('assign deployments and changes to their projects, including those from before they were linked', async () => {
    const occurredAt = new Date(test.now).toISOString()
    const change = { kind: 'commit', occurred_at: occurredAt, title: 'Fix' }
    const changes = ['acme/shop', 'acme/web', undefined].map((repository, index) => ({
      ...change,
      id: String(index),
      ...(repository && { repository }),
    }))
    expect((await test.post('/api/v1/changes/', { changes })).status).to.equal(202)
    for (const name of ['acme/shop', 'acme/web']) {
      const body = { deployment_request: name, repository_full_name: name }
      expect((await test.post('/api/v1/deployments/', body)).status).to.equal(201)
    }
    const { id } = await link('acme/shop')
    const timeline = await test.get(`/api/v1/changes/?project_id=${project.number}`)
    const timelineBody = timeline.body as { changes: { repository: string }[]; total: number }
    expect(timelineBody.changes.map(({ repository }) => repository)).to.deep.equal(['acme/shop', 'acme/shop'])
    expect(timelineBody.total).to.equal(2)
    const deployments = await test.get(`/api/v1/deployments/?project_id=${project.id}`)
    expect(deployments.body).to.deep.include({ total: 1 })
    expect(deployments.text).to.contain('"repository_full_name":"acme/shop"')
    const both = await test.get(`/api/v1/changes/?project_id=${project.id}&repository=acme/web`)
    expect(both.body).to.deep.include({ total: 0 })
    await test.delete(`${path}${id}/`)
    expect((await test.get(`/api/v1/changes/?project_id=${project.id}`)).body).to.deep.include({ total: 0 })
  })

  it('400: name the field, for names, ids and projects in filters', async () => {
    for (const full_name of [undefined, 1, '', 'shop', 'a/b/c', 'a b/c', `a/${'b'.repeat(200)}`]) {
      const res = await test.post(path, { full_name })
      expect(res.status, String(full_name)).to.equal(400)
      expect(faultsOf(res)).to.deep.equal(['/full_name'])
    }
    expect(faultsOf(await test.post(path, { full_name: 'a/b', project_id: 'x' }))).to.deep.equal(['/project_id'])
    expect(faultsOf(await test.delete(`${path}1/`))).to.deep.equal(['repository_id'])
    for (const timeline of ['/api/v1/changes/', '/api/v1/deployments/']) {
      expect(faultsOf(await test.get(`${timeline}?project_id=x`))).to.deep.equal(['project_id'])
    }
    expect(await list(allPath)).to.deep.equal([])
  })

  it('401: without a key, 403: without the scope', async () => {
    const { id } = await link('acme/shop')
    const reader = await test.createKey(['projects:read', 'changes:read'])
    const writer = await test.createKey(['projects:write', 'changes:write'])
    const statuses = async (key: string) => [
      (await test.get(allPath, key)).status,
      (await test.get(path, key)).status,
      (await test.post(path, { full_name: 'acme/shop' }, key)).status,
      (await test.delete(`${path}${id}/`, key)).status,
    ]
    expect(await statuses('')).to.deep.equal([401, 401, 401, 401])
    expect(await statuses(reader)).to.deep.equal([200, 200, 403, 403])
    expect(await statuses(writer)).to.deep.equal([403, 403, 201, 200])
  })

  it("404: another organization's project and repository, which do not change", async () => {
    const { id } = await link('acme/shop')
    const foreign = await test.createProject(test.foreignKey)
    expect((await test.get(path, test.foreignKey)).status).to.equal(404)
    expect((await test.post(path, { full_name: 'acme/taken' }, test.foreignKey)).status).to.equal(404)
    expect((await test.delete(`${path}${id}/`, test.foreignKey)).status).to.equal(404)
    expect((await test.delete(`${pathOf(foreign)}${id}/`, test.foreignKey)).status).to.equal(404)
    expect((await test.delete(`${path}${unknownId}/`)).status).to.equal(404)
    expect((await test.get(`/api/v1/changes/?project_id=${project.id}`, test.foreignKey)).status).to.equal(404)
    expect((await test.get(`/api/v1/deployments/?project_id=${project.id}`, test.foreignKey)).status).to.equal(404)
    expect((await test.get(allPath, test.foreignKey)).body).to.deep.equal({ repositories: [] })
    expect((await list()).map(({ full_name }) => full_name)).to.deep.equal(['acme/shop'])
  })

  it('leave an entry in the audit log when linked and unlinked', async () => {
    test.now += 1
    const { id } = await link('acme/shop')
    test.now += 1
    await test.delete(`${path}${id}/`)
    const res = await test.get('/api/v1/organization/audit-log/')
    const { entries } = res.body as { entries: { action: string; objects: object }[] }
    expect(entries.slice(0, 2).map(({ action }) => action)).to.deep.equal(['unlinkRepository', 'linkRepository'])
    expect(entries[0]?.objects).to.deep.include({ repository_id: id, project_id: String(project.number) })
  })
})
