import type { ApiScope } from '@signalbox/contracts'
import { expect } from 'chai'
import { fingerprint, TestControlPlane, type TestProject } from '../support/test-control-plane.js'

interface Listed {
  id: string
  shortId: string
  status: string
}

describe('requests of sentry-cli', () => {
  let test: TestControlPlane
  let project: TestProject
  let path: string

  beforeEach(async () => {
    test = new TestControlPlane()
    project = await test.createProject()
    path = '/api/0/projects/default/shop/issues/'
    for (const number of [1, 2, 3]) {
      test.now += 1_000
      await test.controlPlane.sightings.recordSightings([test.sighting(project.id, fingerprint(number))])
    }
  })
  afterEach(() => {
    test.close()
  })

  const list = async (of = path) => {
    const res = await test.get(of)
    expect(res.status, res.text).to.equal(200)
    return { issues: JSON.parse(res.text) as Listed[], link: res.get('Link') ?? '' }
  }
  const statuses = async () => (await list()).issues.map(({ id, status }) => `${id} ${status}`)
  const put = async (query: string, body: object) => {
    const res = await test.put(`${path}?${query}`, body)
    return { status: res.status, body: JSON.parse(res.text) as { changed: number } }
  }

  it('get issue numbers as ids, and the next page in a header', async () => {
    const { issues, link } = await list()
    expect(issues.map(({ id, shortId }) => [id, shortId])).to.deep.equal([
      ['3', 'SHOP-3'],
      ['2', 'SHOP-2'],
      ['1', 'SHOP-1'],
    ])
    expect(link).to.contain('results="false"')
    const rest = await list(`${path}?cursor=0:2:0`)
    expect(rest.issues.map(({ id }) => id)).to.deep.equal(['1'])
  })

  it('get a link to the next page, if any', async () => {
    const more = Array.from({ length: 100 }, (_, index) => test.sighting(project.id, fingerprint(100 + index)))
    await test.controlPlane.sightings.recordSightings(more)
    const { issues, link } = await list(`${path}?query=is:unresolved`)
    expect(issues).to.have.length(100)
    const url = /^<([^>]+)>; rel="next"; results="true"; cursor="0:100:0"$/.exec(link)?.[1] ?? ''
    expect((await list(url)).issues).to.have.length(3)
  })

  it("change the given issues, with Sentry's statuses", async () => {
    expect((await put('id=1&id=3', { status: 'resolved', snoozeDuration: null })).body.changed).to.equal(2)
    expect(await statuses()).to.deep.equal(['3 resolved', '2 unresolved', '1 resolved'])
    await put('id=1', { status: 'muted', snoozeDuration: 60 })
    await put('id=2', { status: 'resolvedInNextRelease' })
    expect(await statuses()).to.deep.equal(['3 resolved', '2 resolved', '1 muted'])
    await put('id=1', { status: 'unresolved' })
    expect(await statuses()).to.deep.equal(['3 resolved', '2 resolved', '1 unresolved'])
  })

  it('change all issues, or all with a status, without touching other projects', async () => {
    const other = await test.createProject(test.foreignKey)
    await test.controlPlane.sightings.recordSightings([
      test.sighting(other.id, fingerprint(9), { organizationId: test.foreignOrganizationId }),
    ])
    await put('id=1', { status: 'ignored' })
    expect((await put('status=muted', { status: 'unresolved' })).body.changed).to.equal(1)
    expect((await put('', { status: 'resolved' })).body.changed).to.equal(3)
    expect((await put('', { status: 'resolved' })).body.changed).to.equal(0)
    const theirs = await test.get('/api/0/projects/foreign/shop/issues/', test.foreignKey)
    expect((JSON.parse(theirs.text) as Listed[]).map(({ status }) => status)).to.deep.equal(['unresolved'])
  })

  it('find organizations and projects by id, number and slug only', async () => {
    const statusOf = async (organization: string, named: string) => {
      return (await test.get(`/api/0/projects/${organization}/${named}/issues/`)).status
    }
    for (const organization of ['default', 'DEFAULT', test.organizationId]) {
      for (const named of ['shop', String(project.number), project.id]) {
        expect(await statusOf(organization, named), `${organization} ${named}`).to.equal(200)
      }
    }
    const foreign = await test.createProject(test.foreignKey)
    expect(await statusOf('foreign', 'shop')).to.equal(404)
    expect(await statusOf('default', foreign.id)).to.equal(404)
    expect(await statusOf('default', 'nothing')).to.equal(404)
    expect((await test.get('/api/0/organizations/foreign/projects/')).status).to.equal(404)
  })

  it('are rejected with unknown numbers, statuses and cursors', async () => {
    expect((await put('id=9', { status: 'resolved' })).status).to.equal(404)
    expect((await put('id=x', { status: 'resolved' })).status).to.equal(400)
    expect((await put('', { status: 'solved' })).status).to.equal(400)
    expect((await test.get(`${path}?cursor=2`)).status).to.equal(400)
    expect((await test.get(`${path}?query=is:solved`)).status).to.equal(400)
  })

  it('require the issue scopes', async () => {
    const statusesWith = async (scope: ApiScope) => {
      const key = await test.createKey([scope])
      return [(await test.get(path, key)).status, (await test.put(path, { status: 'resolved' }, key)).status]
    }
    expect(await statusesWith('issues:read')).to.deep.equal([200, 403])
    expect(await statusesWith('issues:write')).to.deep.equal([403, 200])
  })
})
