import type { ApiKey } from '@signalbox/contracts'
import { expect } from 'chai'
import { faultsOf, TestControlPlane } from '../support/test-control-plane.js'

const keysPath = '/api/v1/organization/api-keys/'

describe('organizations and API keys', () => {
  let test: TestControlPlane
  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  const createKey = async (body: object, key = test.rootKey) => {
    const res = await test.post(keysPath, { name: 'a key', ...body }, key)
    expect(res.status, res.text).to.equal(201)
    return JSON.parse(res.text) as ApiKey & { key: string }
  }
  const listKeys = async () => (JSON.parse((await test.get(keysPath)).text) as { api_keys: ApiKey[] }).api_keys

  for (const path of ['/api/v1/organization/', keysPath, '/api/v1/telemetry/projects/']) {
    it(`GET ${path} answers 401 without a key`, async () => {
      expect((await test.get(path, '')).status).to.equal(401)
    })
    it(`GET ${path} answers 403 to a key without the scope`, async () => {
      const { key } = await createKey({ scopes: ['telemetry:write'] })
      expect((await test.get(path, key)).status).to.equal(403)
    })
  }

  describe('GET organization', () => {
    it("returns the key's organization", async () => {
      const res = await test.get('/api/v1/organization')
      expect(res.status).to.equal(200)
      expect(res.body).to.include({ name: 'Default', created_at: '2026-01-01T00:00:00.000Z' })
    })
  })

  describe('POST api-keys', () => {
    it('answers 201 with a working key, with its scopes and limits', async () => {
      const created = await createKey({ scopes: ['telemetry:read'], query_limit_per_minute: 5 })
      expect(created.key.startsWith(created.prefix)).to.equal(true)
      expect(created).to.deep.include({ scopes: ['telemetry:read'], query_limit_per_minute: 5, revoked_at: null })
      const caller = await test.controlPlane.keys.findApiKey(created.key)
      expect(caller).to.deep.include({ keyId: created.id, queryLimitPerMinute: 5, ingestLimitPerMinute: null })
    })

    it("defaults to the caller's scopes", async () => {
      const narrow = await createKey({ scopes: ['keys:write', 'telemetry:read'] })
      expect((await createKey({}, narrow.key)).scopes).to.have.members(['keys:write', 'telemetry:read'])
    })

    it('answers 403 for scopes that the caller lacks, and creates no key', async () => {
      const narrow = await createKey({ scopes: ['keys:write'] })
      const before = await listKeys()
      const res = await test.post(keysPath, { name: 'x', scopes: ['keys:write', 'telemetry:read'] }, narrow.key)
      expect(res.status).to.equal(403)
      expect(await listKeys()).to.have.length(before.length)
    })

    it("answers 403 if the new key would outlive the caller's, and creates none", async () => {
      const later = (days: number) => new Date(test.now + days * 86_400_000).toISOString()
      const passing = await createKey({ expires_at: later(1) })
      const before = await listKeys()
      for (const expires of [{}, { expires_at: null }, { expires_at: later(2) }]) {
        const res = await test.post(keysPath, { name: 'x', ...expires }, passing.key)
        expect(res.status, JSON.stringify(expires)).to.equal(403)
      }
      expect(await listKeys()).to.have.length(before.length)
      expect((await createKey({ expires_at: later(1) }, passing.key)).expires_at).to.equal(later(1))
    })

    const faulty: [body: object, field: string][] = [
      [{}, '/name'],
      [{ name: '' }, '/name'],
      [{ name: ' \t' }, '/name'],
      [{ name: 'x'.repeat(201) }, '/name'],
      [{ name: null }, '/name'],
      [{ name: 'x', scopes: [] }, '/scopes'],
      [{ name: 'x', scopes: ['everything'] }, '/scopes/0'],
      [{ name: 'x', scopes: ['keys:read', 'keys:read'] }, '/scopes'],
      [{ name: 'x', scopes: 'keys:read' }, '/scopes'],
      [{ name: 'x', query_limit_per_minute: 0 }, '/query_limit_per_minute'],
      [{ name: 'x', query_limit_per_minute: 1.5 }, '/query_limit_per_minute'],
      [{ name: 'x', ingest_limit_per_minute: '5' }, '/ingest_limit_per_minute'],
      [{ name: 'x', admin: true }, '/admin'],
    ]
    for (const [body, field] of faulty) {
      it(`answers 400 that names ${field} of ${JSON.stringify(body).slice(0, 60)}, and creates no key`, async () => {
        const res = await test.post(keysPath, body)
        expect(res.status, res.text).to.equal(400)
        expect(faultsOf(res)).to.include(field)
        expect(await listKeys()).to.have.length(1)
      })
    }
  })

  describe('GET api-keys', () => {
    it('lists oldest first, with the last use, never with the key', async () => {
      test.now += 1_000
      const created = await createKey({ name: 'second' })
      test.now += 1_000
      const text = (await test.get(keysPath, created.key)).text
      const listed = (JSON.parse(text) as { api_keys: ApiKey[] }).api_keys
      expect(listed.map(({ name }) => name)).to.deep.equal(['Bootstrap', 'second'])
      expect(listed[1]?.last_used_at).to.equal('2026-01-01T00:00:02.000Z')
      expect(text).not.to.contain(created.key)
      expect(text).not.to.contain(test.rootKey)
    })

    it('retains the last use across a restart', async () => {
      const { key } = await createKey({})
      test.now += 5_000
      await test.controlPlane.keys.findApiKey(test.rootKey)
      test.reopen()
      test.now += 1
      const { api_keys: listed } = (await test.get(keysPath, key)).body as { api_keys: ApiKey[] }
      expect(listed[0]?.last_used_at).to.equal('2026-01-01T00:00:05.000Z')
    })
  })

  describe('PATCH api-keys', () => {
    it("changes a key's limits from its next request on, and retains fields that are not named", async () => {
      const { id, key } = await createKey({})
      const findCaller = () => test.controlPlane.keys.findApiKey(key)
      expect(await findCaller()).to.include({ ingestLimitPerMinute: null })
      const res = await test.patch(`${keysPath}${id}/`, { ingest_limit_per_minute: 20_000 })
      expect(res.status, res.text).to.equal(200)
      expect(res.body).to.include({ id, ingest_limit_per_minute: 20_000, query_limit_per_minute: null })
      expect(await findCaller()).to.include({ ingestLimitPerMinute: 20_000 })
      const renamed = await test.patch(`${keysPath}${id}/`, { name: 'builds', query_limit_per_minute: 7 })
      expect(renamed.body).to.include({ name: 'builds', ingest_limit_per_minute: 20_000, query_limit_per_minute: 7 })
      await test.patch(`${keysPath}${id}/`, { ingest_limit_per_minute: null })
      expect(await findCaller()).to.include({ ingestLimitPerMinute: null, queryLimitPerMinute: 7 })
      expect((await test.patch(`${keysPath}0192f3a0-0000-7000-8000-000000000001/`, {})).status).to.equal(404)
    })
  })

  describe('DELETE api-keys', () => {
    it('answers 200; the key stops working immediately and stays listed as revoked', async () => {
      const { id, key } = await createKey({})
      expect((await test.get('/api/v1/organization/', key)).status).to.equal(200)
      test.now += 1_000
      const res = await test.delete(`${keysPath}${id.toUpperCase()}/`)
      expect(res.status, res.text).to.equal(200)
      expect((res.body as ApiKey).revoked_at).to.equal('2026-01-01T00:00:01.000Z')
      expect((await test.get('/api/v1/organization/', key)).status).to.equal(401)
    })

    it('changes nothing the second time', async () => {
      const { id } = await createKey({})
      const first = await test.delete(`${keysPath}${id}`)
      test.now += 60_000
      const second = await test.delete(`${keysPath}${id}`)
      expect(second.status).to.equal(200)
      expect(second.body).to.deep.equal(first.body)
    })

    it('answers 404 for an unknown key and 400 for an invalid UUID', async () => {
      expect((await test.delete(`${keysPath}0192f3a0-0000-7000-8000-000000000001/`)).status).to.equal(404)
      const res = await test.delete(`${keysPath}1/`)
      expect(res.status).to.equal(400)
      expect(faultsOf(res)).to.deep.equal(['key_id'])
    })

    it("answers 404 for another organization's key, which keeps working", async () => {
      const foreignId = (await test.controlPlane.keys.findApiKey(test.foreignKey))?.keyId ?? ''
      expect((await test.delete(`${keysPath}${foreignId}/`)).status).to.equal(404)
      expect(await test.controlPlane.keys.findApiKey(test.foreignKey)).not.to.equal(undefined)
      expect((await listKeys()).map(({ id }) => id)).not.to.include(foreignId)
    })
  })
})
