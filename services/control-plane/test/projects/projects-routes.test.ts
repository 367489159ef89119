import type { TelemetryProject } from '@signalbox/contracts'
import { expect } from 'chai'
import { faultsOf, TestControlPlane, type TestProject } from '../support/test-control-plane.js'

const projectsPath = '/api/v1/telemetry/projects/'

describe('telemetry projects', () => {
  let test: TestControlPlane
  let project: TestProject
  let path: string

  before(() => {
    test = new TestControlPlane()
  })
  after(() => {
    test.close()
  })
  beforeEach(async () => {
    project = await test.createProject()
    path = `${projectsPath}${project.id}/`
  })

  const create = (body: object) => test.post(projectsPath, { name: 'shop', ...body })
  const list = async () => ((await test.get(projectsPath)).body as { projects: TelemetryProject[] }).projects
  const findOwner = () => test.controlPlane.keys.findDsnKey(project.publicKey)

  it("are renamed, in ingest's directory too", async () => {
    await findOwner()
    const res = await test.patch(`${projectsPath}${project.number}/`, { name: 'Checkout' })
    expect(res.status, res.text).to.equal(200)
    expect(res.body).to.include({ id: project.id, number: project.number, name: 'Checkout', is_active: true })
    expect((await test.get(path)).body).to.deep.equal(res.body)
    expect((await findOwner())?.project.name).to.equal('Checkout')
  })

  it('are turned off and on, from the next request on and across a restart', async () => {
    await findOwner()
    expect((await test.patch(path, { is_active: false })).body).to.include({ name: 'shop', is_active: false })
    expect(await findOwner()).to.include({ isProjectInactive: true })
    test.reopen()
    expect(await findOwner()).to.include({ isProjectInactive: true })
    await test.patch(path, { is_active: true })
    expect(await findOwner()).not.to.have.property('isProjectInactive')
  })

  it('can take over an existing DSN without advancing the number sequence', async () => {
    const publicKey = '0123456789abcdef0123456789abcdef'
    const number = 4_505_281_256_062_976
    const res = await create({ number, public_key: publicKey })
    expect(res.status, res.text).to.equal(201)
    expect((res.body as TelemetryProject).dsn).to.equal(`https://${publicKey}@telemetry.example.com/${number}`)
    expect((await test.get(`${projectsPath}${number}/`)).body).to.deep.equal(res.body)
    const next = project.number + 1
    expect((await create({ number: next })).status).to.equal(201)
    expect((await create({})).body, 'around one that is taken').to.include({ number: next + 1 })
  })

  it('409: a number or public key of an existing project, in any organization', async () => {
    for (const body of [{ number: project.number }, { public_key: project.publicKey }]) {
      expect((await create(body)).status).to.equal(409)
      expect((await test.post(projectsPath, { name: 'shop', ...body }, test.foreignKey)).status).to.equal(409)
    }
    expect((await list()).filter(({ name }) => name === 'shop')).not.to.deep.equal([])
  })

  it('400: names invalid fields', async () => {
    for (const [body, field] of [
      [{ number: 0 }, '/number'],
      [{ number: 2 ** 53 }, '/number'],
      [{ public_key: 'A'.repeat(32) }, '/public_key'],
    ] as const) {
      expect(faultsOf(await create(body))).to.deep.equal([field])
    }
    expect(faultsOf(await test.patch(path, { name: ' ' }))).to.deep.equal(['/name'])
  })

  it('404 for another organization, 403 without the scope', async () => {
    const readers = await test.createKey(['projects:read'])
    for (const [key, status] of [
      [test.foreignKey, 404],
      [readers, 403],
    ] as const) {
      expect((await test.patch(path, { name: 'x' }, key)).status).to.equal(status)
      expect((await test.delete(path, key)).status).to.equal(status)
    }
    expect((await test.get(path, readers)).body).to.include({ name: 'shop' })
  })
})
