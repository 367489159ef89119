import { expect } from 'chai'
import { fingerprint, TestControlPlane, type TestProject } from '../support/test-control-plane.js'

describe('moveFingerprints', () => {
  const [raw, otherRaw, resolved, otherResolved] = [fingerprint(1), fingerprint(2), fingerprint(3), fingerprint(4)]
  const minified = { title: 'TypeError: x', culprit: 'checkout in pay' }
  const original = { title: 'TypeError: x', culprit: 'checkout in src/pay.ts' }
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
    test.announced.length = 0
  })

  const record = (print: string, firstSeenAt: number) =>
    test.controlPlane.sightings.recordSightings([
      test.sighting(project.id, print, { ...minified, firstSeenAt: test.now + firstSeenAt }),
    ])
  const move = async (from: string, to: string, projectId = project.id) => {
    const { organizationId } = test
    const moves = [{ organizationId, projectId, from, to, before: minified, after: original }]
    return (await test.controlPlane.resymbolications.moveFingerprints(moves))[0]
  }
  const issueOf = async (print: string) => {
    const ids = await test.controlPlane.issues.findIssueIds(test.organizationId, [
      { projectId: project.id, fingerprint: print },
    ])
    return test.controlPlane.issues.findIssue(test.organizationId, ids.get(`${project.id}:${print}`) ?? '')
  }

  it('assigns the new fingerprint to the issue, which then shows the original code, and announces nothing', async () => {
    await record(raw, -9)
    const issue = await issueOf(raw)
    test.announced.length = 0
    for (let times = 0; times < 2; times += 1) expect(await move(raw, resolved)).to.equal(true)
    expect(await issueOf(resolved)).to.deep.equal({ ...issue, ...original, fingerprints: [raw, resolved] })
    await record(resolved, 0)
    expect(test.announced).to.deep.equal([])
  })

  it('merges two issues that become the same into the older one', async () => {
    await record(raw, -9)
    await record(resolved, -5)
    const older = await issueOf(raw)
    expect(await move(raw, resolved)).to.equal(true)
    expect(await issueOf(resolved)).to.include({ id: older?.id, culprit: original.culprit })
  })

  it('does not merge issues that one issue of minified code was split into', async () => {
    await record(raw, -9)
    await record(resolved, -5)
    await record(otherResolved, -4)
    await move(raw, resolved)
    expect(await move(raw, otherResolved)).to.equal(true)
    expect((await issueOf(otherResolved))?.id).to.not.equal((await issueOf(resolved))?.id)
  })

  it('leaves events whose issue is gone, and those of another project', async () => {
    await record(raw, -9)
    const elsewhere = await test.createProject()
    expect(await move(otherRaw, resolved)).to.equal(false)
    expect(await move(raw, resolved, elsewhere.id)).to.equal(false)
    expect(await issueOf(resolved)).to.equal(undefined)
  })
})
