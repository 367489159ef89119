import { ServiceError } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { join } from 'node:path'
import { fingerprint, TestControlPlane, type TestProject } from '../support/test-control-plane.js'

describe('recordSightings', () => {
  let test: TestControlPlane
  let project: TestProject
  const [f1, f2, f3, f4] = [fingerprint(1), fingerprint(2), fingerprint(3), fingerprint(4)]

  before(() => {
    test = new TestControlPlane()
  })
  after(() => {
    test.close()
  })
  beforeEach(async () => {
    project = await test.createProject()
    test.announced.length = 0
  })

  const record = (print: string, more: Parameters<TestControlPlane['sighting']>[2] = {}) =>
    test.controlPlane.sightings.recordSightings([test.sighting(project.id, print, more)])
  const idOf = async (print: string, organizationId = test.organizationId) => {
    const ids = await test.controlPlane.issues.findIssueIds(organizationId, [
      { projectId: project.id, fingerprint: print },
    ])
    return ids.get(`${project.id}:${print}`)
  }
  const readRows = () => {
    const database = new Sqlite(join(test.directory, 'control-plane.db'), { readonly: true })
    const rows = ['issues', 'issue_fingerprints'].map((table) => database.prepare(`SELECT * FROM ${table}`).all())
    database.close()
    return rows
  }

  it('creates an issue for a new fingerprint and announces it once', async () => {
    await record(f1, { title: 'TypeError: x', firstSeenAt: test.now - 5_000 })
    const id = await idOf(f1)
    expect(test.announced.map((issue) => issue.id)).to.deep.equal([id])
    expect(await test.controlPlane.issues.findIssue(test.organizationId, id ?? '')).to.deep.equal({
      id,
      projectId: project.id,
      title: 'TypeError: x',
      culprit: 'checkout in pay',
      level: 'error',
      firstSeenAt: test.now - 5_000,
      fingerprints: [f1],
    })
  })

  it('changes nothing when repeated, whatever else the sighting contains', async () => {
    await record(f1)
    const before = readRows()
    await record(f1, { title: 'other', firstSeenAt: 5, previousFingerprint: f2 })
    expect(readRows()).to.deep.equal(before)
    expect(test.announced).to.have.length(1)
  })

  it('needs no write lock for known fingerprints', async () => {
    await record(f1)
    const other = new Sqlite(join(test.directory, 'control-plane.db'))
    other.exec('BEGIN IMMEDIATE')
    try {
      await record(f1)
    } finally {
      other.exec('ROLLBACK')
      other.close()
    }
  })

  it('writes nothing for floods of known errors in known releases', async () => {
    const flood = (fresh: number) =>
      Array.from({ length: 500 }, (_, number) => {
        const releases = ['a', 'shop@1.0.0'].map((release) => ({ release, lastReceivedAt: test.now + fresh }))
        return test.sighting(project.id, fingerprint(100 + number), { releases })
      })
    await test.controlPlane.sightings.recordSightings(flood(0))
    const observer = new Sqlite(join(test.directory, 'control-plane.db'), { readonly: true })
    // Counts commits of other connections.
    const readVersion = () => observer.pragma('data_version', { simple: true })
    try {
      const before = readVersion()
      for (let times = 1; times <= 5; times += 1) await test.controlPlane.sightings.recordSightings(flood(times))
      expect(readVersion()).to.equal(before)
      await record(fingerprint(1))
      expect(readVersion(), 'one that is new').not.to.equal(before)
    } finally {
      observer.close()
    }
  })

  it('creates one issue for a fingerprint repeated in one call or in concurrent calls', async () => {
    const sighting = test.sighting(project.id, f1)
    const calls = [1, 2, 3].map(() => test.controlPlane.sightings.recordSightings([sighting, sighting]))
    await Promise.all(calls)
    expect(test.announced).to.have.length(1)
  })

  it("joins the previous fingerprint's issue and announces nothing", async () => {
    await record(f1)
    await record(f2, { previousFingerprint: f1, firstSeenAt: test.now - 1 })
    await record(f3, { previousFingerprint: f2 })
    expect(test.announced).to.have.length(1)
    const id = (await idOf(f1)) ?? ''
    const issue = await test.controlPlane.issues.findIssue(test.organizationId, id)
    expect(issue).to.deep.include({ fingerprints: [f1, f2, f3], firstSeenAt: test.now - 1 })
  })

  it('creates an issue if the previous fingerprint is unknown too', async () => {
    await record(f2, { previousFingerprint: f1 })
    expect(test.announced).to.have.length(1)
    expect(await idOf(f1)).to.equal(undefined)
  })

  it('separates equal fingerprints of two projects', async () => {
    const other = await test.createProject()
    await record(f1)
    await test.controlPlane.sightings.recordSightings([
      test.sighting(other.id, f1),
      test.sighting(other.id, f2, { previousFingerprint: f4 }),
    ])
    expect(new Set(test.announced.map(({ id }) => id))).to.have.property('size', 3)
  })

  it('skips unknown projects and organizations, and stores the others', async () => {
    const gone = '0192f3a0-0000-7000-8000-000000000001'
    await test.controlPlane.sightings.recordSightings([
      test.sighting(gone, f1),
      test.sighting(project.id, f2, { organizationId: gone }),
      test.sighting(project.id, f3, { organizationId: test.foreignOrganizationId }),
      test.sighting(project.id, f4),
    ])
    expect(test.announced.map(({ title }) => title)).to.deep.equal(['Error 0004'])
  })

  it('accepts unusual texts and times', async () => {
    const texts = { title: 'a\0b \ud800 😀', culprit: '', level: "'; DROP TABLE issues", platform: '' }
    await record(f1, { ...texts, firstSeenAt: Number.NaN })
    await record(f2, { firstSeenAt: 1.5 })
    await record(f3, { firstSeenAt: 1e300 })
    await record(f4, { firstSeenAt: -1 })
    expect(test.announced.map((issue) => issue.first_seen_at)).to.deep.equal([test.now, 1, test.now, test.now])
    const res = await test.get(`/api/v1/issues/?project_id=${project.id}`)
    expect(res.status, res.text).to.equal(200)
  })

  it('records 10 000 new fingerprints in one call while serving other requests, and is fast if all are known', async () => {
    const sightings = Array.from({ length: 10_000 }, (_, index) => test.sighting(project.id, fingerprint(index)))
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await test.controlPlane.sightings.recordSightings(sightings)
    clearInterval(timer)
    expect(turns).to.be.above(3)
    expect(test.announced).to.have.length(10_000)
    const startedAt = performance.now()
    await test.controlPlane.sightings.recordSightings(sightings)
    expect(performance.now() - startedAt).to.be.below(5_000)
    const ids = await test.controlPlane.issues.findIssueIds(test.organizationId, sightings)
    expect(ids).to.have.property('size', 10_000)
  })

  it('rejects with `unavailable` while the database is locked, and loses nothing when retried', async () => {
    const other = new Sqlite(join(test.directory, 'control-plane.db'))
    other.exec('BEGIN IMMEDIATE')
    const error: unknown = await record(f1).catch((reason: unknown) => reason)
    other.exec('ROLLBACK')
    other.close()
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'unavailable')
    expect(test.announced).to.deep.equal([])
    await record(f1)
    expect(test.announced).to.have.length(1)
  })

  it('retains issues across a restart', async () => {
    await record(f1)
    const id = await idOf(f1)
    test.reopen()
    expect(await idOf(f1)).to.equal(id)
    await record(f1)
    expect(test.announced).to.have.length(1)
  })

  it("finds nothing of another organization's issues", async () => {
    await record(f1)
    const id = (await idOf(f1)) ?? ''
    expect(await idOf(f1, test.foreignOrganizationId)).to.equal(undefined)
    expect(await test.controlPlane.issues.findIssue(test.foreignOrganizationId, id)).to.equal(undefined)
    expect(await test.controlPlane.issues.findIssue(test.organizationId, 'none')).to.equal(undefined)
  })
})
