import type { DsnKey } from '@signalbox/contracts'
import { expect } from 'chai'
import { faultsOf, TestControlPlane, type TestProject } from '../support/test-control-plane.js'

describe('DSN keys', () => {
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
    path = `/api/v1/telemetry/projects/${project.number}/keys/`
  })

  const list = async () => ((await test.get(path)).body as { keys: DsnKey[] }).keys
  const firstKey = async () => (await list())[0]?.id ?? ''
  const findOwner = (key: string) => test.controlPlane.keys.findDsnKey(key)

  it('are listed oldest first, with DSN and limits', async () => {
    const [key, ...others] = await list()
    expect(others).to.deep.equal([])
    expect(key).to.deep.include({
      public_key: project.publicKey,
      dsn: `https://${project.publicKey}@telemetry.example.com/${project.number}`,
      is_active: true,
      ingest_limit_per_minute: null,
      quotas: [],
      created_at: new Date(test.now).toISOString(),
    })
  })

  it('201: a second key works beside the first', async () => {
    const res = await test.post(path, {})
    expect(res.status, res.text).to.equal(201)
    const created = res.body as DsnKey
    expect((await list()).map(({ id }) => id)).to.deep.equal([await firstKey(), created.id])
    const [one, other] = [await findOwner(project.publicKey), await findOwner(created.public_key)]
    expect(other).to.deep.include({ keyId: created.id, project: one?.project, keyQuotas: [] })
  })

  it('201 and 409: a key takes a DSN over that no other project has', async () => {
    const publicKey = '0123456789abcdef0123456789abcdef'
    const res = await test.post(`${path}?public_key=${publicKey}`, {})
    expect(res.status, res.text).to.equal(201)
    expect(res.body).to.include({ public_key: publicKey })
    expect((await findOwner(publicKey))?.project.number).to.equal(project.number)
    const other = await test.createProject()
    const again = await test.post(`/api/v1/telemetry/projects/${other.number}/keys/?public_key=${publicKey}`, {})
    expect(again.status).to.equal(409)
    expect((await test.post(`${path}?public_key=short`, {})).status).to.equal(400)
  })

  it('409 beyond 100 keys of a project', async () => {
    for (let count = 1; count < 100; count += 1) expect((await test.post(path, {})).status).to.equal(201)
    expect((await test.post(path, {})).status).to.equal(409)
    expect(await list()).to.have.length(100)
  })

  it('an inactive key is rejected from the next request on, and works again once active', async () => {
    expect(await findOwner(project.publicKey)).not.to.equal(undefined)
    const keyPath = `${path}${await firstKey()}/`
    expect((await test.patch(keyPath, { is_active: false })).body).to.include({ is_active: false })
    expect(await findOwner(project.publicKey)).to.equal(undefined)
    await test.patch(keyPath, { is_active: true })
    expect(await findOwner(project.publicKey)).not.to.equal(undefined)
  })

  it('limits apply from the next request on, remain if others are changed, and survive a restart', async () => {
    await findOwner(project.publicKey)
    const keyPath = `${path}${(await firstKey()).toUpperCase()}`
    const quotas = [{ categories: ['error', 'transaction'], limit: 1_000, window_seconds: 3_600 }]
    await test.patch(keyPath, { ingest_limit_per_minute: 7 })
    const res = await test.patch(keyPath, { quotas })
    expect(res.status, res.text).to.equal(200)
    expect(res.body).to.deep.include({ ingest_limit_per_minute: 7, quotas })
    const expected = { ingestLimitPerMinute: 7, keyQuotas: quotas }
    expect(await findOwner(project.publicKey)).to.deep.include(expected)
    test.reopen()
    expect(await findOwner(project.publicKey)).to.deep.include(expected)
    expect(await list()).to.deep.equal([res.body])
    await test.patch(keyPath, { ingest_limit_per_minute: null, quotas: [] })
    expect(await findOwner(project.publicKey)).to.deep.include({ ingestLimitPerMinute: null, keyQuotas: [] })
  })

  it('401 without a key, 403 without the scope', async () => {
    const keyPath = `${path}${await firstKey()}/`
    const reader = await test.createKey(['projects:read'])
    const writer = await test.createKey(['projects:write'])
    const statuses = async (key: string) => [
      (await test.get(path, key)).status,
      (await test.post(path, {}, key)).status,
      (await test.patch(keyPath, {}, key)).status,
    ]
    expect(await statuses('')).to.deep.equal([401, 401, 401])
    expect(await statuses(reader)).to.deep.equal([200, 403, 403])
    expect(await statuses(writer)).to.deep.equal([403, 201, 200])
  })

  it("404 for another organization's project, an unknown key, and a key of another project", async () => {
    const keyId = await firstKey()
    expect((await test.get(path, test.foreignKey)).status).to.equal(404)
    expect((await test.post(path, {}, test.foreignKey)).status).to.equal(404)
    expect((await test.patch(`${path}${keyId}/`, { is_active: false }, test.foreignKey)).status).to.equal(404)
    const other = await test.createProject()
    const wrong = `/api/v1/telemetry/projects/${other.id}/keys/${keyId}/`
    expect((await test.patch(wrong, { is_active: false })).status).to.equal(404)
    expect((await test.patch(`${path}0192f3a0-0000-7000-8000-000000000001/`, {})).status).to.equal(404)
    expect((await list())[0]).to.include({ is_active: true })
  })

  const faulty: [body: object, field: string][] = [
    [{ is_active: 1 }, '/is_active'],
    [{ ingest_limit_per_minute: 0 }, '/ingest_limit_per_minute'],
    [{ quotas: null }, '/quotas'],
    [{ quotas: [{ categories: [], limit: -1, window_seconds: 60 }] }, '/quotas/0/limit'],
    [{ quotas: [{ categories: [], limit: 1, window_seconds: 0 }] }, '/quotas/0/window_seconds'],
    [{ public_key: 'a'.repeat(32) }, '/public_key'],
  ]
  for (const [body, field] of faulty) {
    it(`400 that names ${field} of ${JSON.stringify(body)}, and changes nothing`, async () => {
      const before = await list()
      const res = await test.patch(`${path}${before[0]?.id ?? ''}/`, body)
      expect(res.status, res.text).to.equal(400)
      expect(faultsOf(res)).to.include(field)
      expect(await list()).to.deep.equal(before)
    })
  }

  it('400 for a key id that is not a UUID', async () => {
    expect(faultsOf(await test.patch(`${path}1/`, {}))).to.deep.equal(['key_id'])
  })
})
