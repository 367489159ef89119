import type { CountedIssueDetail, Issue, IssueDetail } from '@signalbox/contracts'
import { expect } from 'chai'
import { faultsOf, fingerprint, TestControlPlane, type TestProject } from '../support/test-control-plane.js'

const issuesPath = '/api/v1/issues/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'

interface IssueList {
  issues: Issue[]
  total: number
  has_more: boolean
}

describe('issues', () => {
  let test: TestControlPlane
  let project: TestProject

  before(() => {
    test = new TestControlPlane()
  })
  after(() => {
    test.close()
  })
  beforeEach(async () => {
    project = await test.createProject()
  })

  /** Records a sighting of each fingerprint, one a second. @returns ids of the issues, in the same order. */
  const makeIssues = async (numbers: readonly number[], projectId = project.id) => {
    for (const number of numbers) {
      test.now += 1_000
      await test.controlPlane.sightings.recordSightings([test.sighting(projectId, fingerprint(number))])
    }
    return Promise.all(numbers.map((number) => findId(number, projectId)))
  }
  const findId = async (number: number, projectId = project.id) => {
    const asked = { projectId, fingerprint: fingerprint(number) }
    const ids = await test.controlPlane.issues.findIssueIds(test.organizationId, [asked])
    return ids.get(`${projectId}:${asked.fingerprint}`) ?? ''
  }
  const attach = (number: number, previous: number) =>
    test.controlPlane.sightings.recordSightings([
      test.sighting(project.id, fingerprint(number), { previousFingerprint: fingerprint(previous) }),
    ])
  const list = async (query = `project_id=${project.id}`) => {
    const res = await test.get(`${issuesPath}?${query}`)
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as IssueList
  }
  const listIds = async () => (await list()).issues.map(({ id }) => id)
  const read = async (id: string) => {
    const res = await test.get(`${issuesPath}${id}/`)
    expect(res.status, res.text).to.equal(200)
    // An issue's fields without its counts.
    const { events, users, last_seen_at, series_24h, series_30d, ...issue } = JSON.parse(res.text) as CountedIssueDetail
    expect([events, users, last_seen_at, series_24h, series_30d]).to.deep.equal([0, 0, null, [0], [0]])
    return issue
  }
  const printsOf = (issue: IssueDetail) => issue.fingerprints.map((known) => Number.parseInt(known.fingerprint, 16))
  const merge = (id: string, ids: readonly string[]) => test.post(`${issuesPath}${id}/merge/`, { issue_ids: ids })
  const unmerge = (id: string, numbers: readonly number[]) =>
    test.post(`${issuesPath}${id}/unmerge/`, { fingerprints: numbers.map(fingerprint) })
  const bodyOf = (res: { status: number; text: string }) => {
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as IssueDetail & { separated_issues: Issue[] }
  }

  describe('GET list', () => {
    it('returns the newest first, in pages that do not overlap', async () => {
      const [a, b, c] = await makeIssues([1, 2, 3])
      expect(await listIds()).to.deep.equal([c, b, a])
      const first = await list(`project_id=${project.number}&limit=2`)
      expect(first).to.deep.include({ total: 3, has_more: true })
      const second = await list(`project_id=${project.id.toUpperCase()}&limit=2&offset=2`)
      expect(second).to.deep.include({ total: 3, has_more: false })
      expect([...first.issues, ...second.issues].map(({ id }) => id)).to.deep.equal([c, b, a])
      expect(await list(`project_id=${project.id}&offset=9`)).to.deep.include({ issues: [], total: 3, has_more: false })
    })

    it('returns all projects of the organization and no others', async () => {
      await makeIssues([1])
      const foreign = await test.createProject(test.foreignKey)
      await test.controlPlane.sightings.recordSightings([
        test.sighting(foreign.id, fingerprint(1), { organizationId: test.foreignOrganizationId }),
      ])
      const own = await list('limit=1000')
      expect(own.issues.map((issue) => issue.project_id)).to.include(project.id)
      expect(own.issues.map((issue) => issue.project_id)).not.to.include(foreign.id)
      const theirs = await test.get(issuesPath, test.foreignKey)
      expect((theirs.body as IssueList).issues.map((issue) => issue.project_id)).to.deep.equal([foreign.id])
      expect((await test.get(`${issuesPath}?project_id=${foreign.id}`)).status).to.equal(404)
    })

    for (const [query, field] of [
      ['limit=-1', 'limit'],
      ['limit=1001', 'limit'],
      ['offset=-1', 'offset'],
      ['offset=x', 'offset'],
      ['project_id=', 'project_id'],
      ['project_id=shop', 'project_id'],
    ] as const) {
      it(`answers 400 that names ${field} for ${query}`, async () => {
        const res = await test.get(`${issuesPath}?${query}`)
        expect(res.status).to.equal(400)
        expect(faultsOf(res)).to.deep.equal([field])
      })
    }
  })

  it('401 without a key, 403 without the scope', async () => {
    const [id = ''] = await makeIssues([1])
    const reader = await test.createKey(['issues:read'])
    const writer = await test.createKey(['issues:write'])
    const statuses = async (key: string) => [
      (await test.get(issuesPath, key)).status,
      (await test.get(`${issuesPath}${id}/`, key)).status,
      (await test.post(`${issuesPath}${id}/merge/`, { issue_ids: [id] }, key)).status,
      (await test.post(`${issuesPath}${id}/unmerge/`, { fingerprints: [fingerprint(9)] }, key)).status,
    ]
    expect(await statuses('')).to.deep.equal([401, 401, 401, 401])
    expect(await statuses(reader)).to.deep.equal([200, 200, 403, 403])
    expect(await statuses(writer)).to.deep.equal([403, 403, 200, 400])
  })

  it("404 for unknown issues and another organization's, 400 for an invalid UUID", async () => {
    const [id = ''] = await makeIssues([1])
    const calls = (of: string, key?: string) => [
      test.get(`${issuesPath}${of}/`, key),
      test.post(`${issuesPath}${of}/merge/`, { issue_ids: [id] }, key),
      test.post(`${issuesPath}${of}/unmerge/`, { fingerprints: [fingerprint(1)] }, key),
    ]
    const statuses = async (of: string, key?: string) => (await Promise.all(calls(of, key))).map(({ status }) => status)
    expect(await statuses(unknownId)).to.deep.equal([404, 404, 404])
    expect(await statuses(id, test.foreignKey)).to.deep.equal([404, 404, 404])
    expect(await statuses('1')).to.deep.equal([400, 400, 400])
  })

  describe('POST merge', () => {
    it('moves the fingerprints; merged issues are no longer listed and respond as the target', async () => {
      const [a = '', b = '', c = ''] = await makeIssues([1, 2, 3])
      const merged = bodyOf(await merge(b, [a.toUpperCase(), c]))
      expect(merged.id).to.equal(b)
      expect(printsOf(merged)).to.deep.equal([2, 1, 3])
      expect(merged.merged_issues.map(({ id }) => id)).to.deep.equal([a, c])
      expect(await listIds()).to.deep.equal([b])
      expect((await list()).total).to.equal(1)
      expect(await read(a)).to.deep.equal(merged)
      expect((await test.controlPlane.issues.findIssue(test.organizationId, c))?.id).to.equal(b)
    })

    it('takes the earliest first event of all', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      const { first_seen_at: first } = await read(a)
      expect(bodyOf(await merge(b, [a])).first_seen_at).to.equal(first)
    })

    it('applies to later sightings and to new grouping versions', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      await merge(b, [a])
      test.announced.length = 0
      await makeIssues([1])
      await attach(11, 1)
      expect(await findId(11)).to.equal(b)
      expect(await listIds()).to.deep.equal([b])
      expect(test.announced).to.deep.equal([])
    })

    it('changes nothing the second time, for the issue itself, or for issues that are part of it', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      const first = bodyOf(await merge(b, [a, b, a]))
      expect(bodyOf(await merge(b, [a]))).to.deep.equal(first)
      expect(bodyOf(await merge(a, [b]))).to.deep.equal(first)
    })

    it('includes earlier merges', async () => {
      const [a = '', b = '', c = ''] = await makeIssues([1, 2, 3])
      await merge(b, [a])
      await merge(c, [a])
      expect(printsOf(await read(a))).to.deep.equal([3, 1, 2])
      expect((await read(a)).merged_issues.map(({ id }) => id)).to.deep.equal([a, b])
    })

    it('leaves one issue if two issues are merged into each other concurrently', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      await Promise.all([merge(a, [b]), merge(b, [a])])
      expect(await listIds()).to.have.length(1)
      expect(await read(a)).to.deep.equal(await read(b))
    })

    it('400 for an issue of another project, 404 for an unknown or foreign one; nothing is merged', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      const other = await test.createProject()
      const [elsewhere = ''] = await makeIssues([1], other.id)
      const foreign = await test.createProject(test.foreignKey)
      const organizationId = test.foreignOrganizationId
      await test.controlPlane.sightings.recordSightings([test.sighting(foreign.id, fingerprint(1), { organizationId })])
      const theirs = test.announced.at(-1)?.id ?? ''
      const refused = await merge(a, [b, elsewhere])
      expect(refused.status).to.equal(400)
      expect(faultsOf(refused)).to.deep.equal(['/issue_ids/1'])
      expect((await merge(a, [b, unknownId])).status).to.equal(404)
      expect((await merge(a, [b, theirs])).status).to.equal(404)
      expect(await listIds()).to.have.members([a, b])
    })

    it('409 if the issue would have more than 10 000 fingerprints; nothing is merged', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      const more = Array.from({ length: 9_999 }, (_, index) =>
        test.sighting(project.id, fingerprint(100 + index), { previousFingerprint: fingerprint(1) }),
      )
      await test.controlPlane.sightings.recordSightings(more)
      expect((await merge(a, [b])).status).to.equal(409)
      expect((await merge(b, [a])).status).to.equal(409)
      expect(await listIds()).to.deep.equal([b, a])
    })

    for (const body of [{}, { issue_ids: [] }, { issue_ids: ['x'] }, { issue_ids: Array(101).fill(unknownId) }]) {
      it(`400 for ${JSON.stringify(body).slice(0, 40)}`, async () => {
        const [a = ''] = await makeIssues([1])
        expect((await test.post(`${issuesPath}${a}/merge/`, body)).status).to.equal(400)
      })
    }
  })

  describe('POST unmerge', () => {
    it('returns fingerprints to the issues they came from', async () => {
      const [a = '', b = '', c = ''] = await makeIssues([1, 2, 3])
      const before = await Promise.all([a, b, c].map(read))
      await merge(b, [a, c])
      const res = bodyOf(await unmerge(b, [1, 3, 1]))
      expect(printsOf(res)).to.deep.equal([2])
      expect(res.separated_issues.map(({ id }) => id)).to.deep.equal([a, c])
      expect(await Promise.all([a, b, c].map(read))).to.deep.equal(before)
      expect(await listIds()).to.deep.equal([c, b, a])
    })

    it('creates one new issue for fingerprints that were always in this one, and announces nothing', async () => {
      const [a = ''] = await makeIssues([1])
      await attach(11, 1)
      await attach(12, 1)
      test.announced.length = 0
      const res = bodyOf(await unmerge(a, [11, 12]))
      const [separated] = res.separated_issues
      expect(separated?.id).not.to.equal(a)
      expect(printsOf(await read(separated?.id ?? ''))).to.deep.equal([11, 12])
      expect(separated?.title).to.equal(res.title)
      expect(test.announced).to.deep.equal([])
      await merge(a, [separated?.id ?? ''])
      await unmerge(a, [12])
      expect(await findId(12)).to.equal(separated?.id)
    })

    it('is permanent: later sightings and new versions follow the fingerprint', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      await merge(b, [a])
      await attach(11, 1)
      await unmerge(b, [1])
      await makeIssues([1, 2])
      await attach(12, 1)
      expect(await Promise.all([1, 11, 12, 2].map((number) => findId(number)))).to.deep.equal([a, b, a, b])
      await unmerge(b, [11])
      expect(await findId(11)).to.equal(a)
    })

    it('returns a fingerprint to where its issue was merged in the meantime', async () => {
      const [a = '', b = '', c = ''] = await makeIssues([1, 2, 3])
      await attach(11, 1)
      await merge(b, [a])
      await unmerge(b, [1])
      await merge(c, [a])
      const res = bodyOf(await unmerge(b, [11]))
      expect(res.separated_issues.map(({ id }) => id)).to.deep.equal([c])
      expect(printsOf(await read(a))).to.deep.equal([3, 1, 11])
    })

    it('409 for the last fingerprint, 400 for one that is not in the issue; nothing is changed', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      await merge(b, [a])
      expect((await unmerge(b, [1, 2])).status).to.equal(409)
      const res = await unmerge(b, [1, 9])
      expect(res.status).to.equal(400)
      expect(faultsOf(res)).to.deep.equal(['/fingerprints/1'])
      expect(printsOf(await read(b))).to.deep.equal([2, 1])
    })

    for (const body of [{}, { fingerprints: [] }, { fingerprints: ['A'.repeat(32)] }, { fingerprints: [1] }]) {
      it(`400 for ${JSON.stringify(body).slice(0, 40)}`, async () => {
        const [a = ''] = await makeIssues([1])
        expect((await test.post(`${issuesPath}${a}/unmerge/`, body)).status).to.equal(400)
      })
    }
  })

  it('retains merges across a restart', async () => {
    const [a = '', b = ''] = await makeIssues([1, 2])
    const merged = bodyOf(await merge(b, [a]))
    test.reopen()
    expect(await read(a)).to.deep.equal(merged)
  })
})
