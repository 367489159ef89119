import { ServiceError, type TelemetryProject } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { join } from 'node:path'
import { faultsOf, TestControlPlane } from '../support/test-control-plane.js'

const projectsPath = '/api/v1/telemetry/projects/'

describe('creating projects', () => {
  let test: TestControlPlane
  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  const listProjects = async () =>
    (JSON.parse((await test.get(projectsPath)).text) as { projects: TelemetryProject[] }).projects

  describe('POST projects', () => {
    it('answers 201 with its own DSN, even for an existing name', async () => {
      const first = await test.post(projectsPath, { name: 'shop' })
      const second = await test.post(projectsPath, { name: 'shop' })
      expect([first.status, second.status]).to.deep.equal([201, 201])
      expect((first.body as TelemetryProject).dsn).to.match(/example\.com\/2$/)
      expect((second.body as TelemetryProject).dsn).to.match(/example\.com\/3$/)
      expect(await listProjects()).to.deep.include.members([first.body, second.body])
    })

    it('creates a key and a number that the directories find', async () => {
      const { id, dsn } = (await test.post(projectsPath, { name: 'shop' })).body as TelemetryProject
      const owner = await test.controlPlane.keys.findDsnKey(new URL(dsn).username)
      expect(owner?.project).to.deep.equal({ id, number: 2, name: 'shop' })
      const organizationId = owner?.organizationId ?? ''
      expect(await test.controlPlane.projects.findProject(organizationId, '2')).to.deep.equal(owner?.project)
      expect(await test.controlPlane.projects.findProject(organizationId, id)).to.deep.equal(owner?.project)
    })

    const names = ['', '  ', 1, 'x'.repeat(201), 'a\0b', 'a \ud800']
    for (const body of [{}, ...names.map((name) => ({ name }))]) {
      it(`answers 400 for ${JSON.stringify(body).slice(0, 30)} and creates no project`, async () => {
        const res = await test.post(projectsPath, body)
        expect(res.status).to.equal(400)
        expect(new Set(faultsOf(res))).to.deep.equal(new Set(['/name']))
        expect(await listProjects()).to.have.length(1)
      })
    }

    it('stores difficult characters correctly', async () => {
      const res = await test.post(projectsPath, { name: "a\tb \u202E 😀 '; DROP TABLE projects" })
      expect(res.status, res.text).to.equal(201)
      expect((await listProjects()).at(-1)).to.deep.equal(res.body)
    })
  })

  it("never shows or finds another organization's projects", async () => {
    const foreign = await test.createProject(test.foreignKey)
    const owner = await test.controlPlane.keys.findDsnKey(foreign.publicKey)
    expect(owner?.project.id).to.equal(foreign.id)
    const own = (await test.controlPlane.keys.findApiKey(test.rootKey))?.organizationId ?? ''
    expect(await test.controlPlane.projects.findProject(own, String(foreign.number))).to.equal(undefined)
    expect((await listProjects()).map(({ name }) => name)).to.deep.equal(['default'])
  })

  it('finds no project by noncanonical numbers, and no key of an invalid format', async () => {
    const own = (await test.controlPlane.keys.findApiKey(test.rootKey))?.organizationId ?? ''
    for (const text of ['', '01', '1.0', ' 1', '1e0', '-1', '9'.repeat(400), '\0', "1' OR 1=1"]) {
      expect(await test.controlPlane.projects.findProject(own, text), text).to.equal(undefined)
    }
    for (const key of ['', 'x', '\0', '\ud800'.repeat(10), 'x'.repeat(10_000)]) {
      expect(await test.controlPlane.keys.findApiKey(key)).to.equal(undefined)
      expect(await test.controlPlane.keys.findDsnKey(key)).to.equal(undefined)
    }
  })

  it('answers 503 while another process locks the database, and leaves no partial project', async () => {
    const other = new Sqlite(join(test.directory, 'control-plane.db'))
    other.exec('BEGIN IMMEDIATE')
    const res = await test.post(projectsPath, { name: 'shop' })
    other.exec('ROLLBACK')
    expect(res.status, res.text).to.equal(503)
    expect(res.headers['retry-after']).to.equal('5')
    expect(res.text).not.to.contain('SQLITE')
    expect(other.prepare('SELECT count(*) FROM projects').pluck().get()).to.equal(1)
    expect(other.prepare('SELECT count(*) FROM dsn_keys').pluck().get()).to.equal(1)
    other.close()
    expect((await test.post(projectsPath, { name: 'shop' })).status).to.equal(201)
  })

  it('rejects lookups with `unavailable` if the database fails', async () => {
    const other = new Sqlite(join(test.directory, 'control-plane.db'))
    other.exec('DROP TABLE dsn_keys')
    other.close()
    const error: unknown = await test.controlPlane.keys.findDsnKey('a'.repeat(32)).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'unavailable')
  })
})
