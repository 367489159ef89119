import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiScopes, ServiceError, type ApiKey, type Problem, type TelemetryProject } from '@signalbox/contracts'
import { createMetrics, createRateLimits, silentLog } from '@signalbox/service-kit'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import type { Express } from 'express'
import request, { type Response } from 'supertest'
import { createApp, openControlPlane, type ControlPlane } from '../src/index.js'

const rootKey = 'root-key-of-the-test'
const keysPath = '/api/v1/organization/api-keys/'
const projectsPath = '/api/v1/telemetry/projects/'

describe('control plane', () => {
  let directory: string
  let controlPlane: ControlPlane
  let now = Date.UTC(2026, 0, 1)

  const open = (publicUrl = 'https://telemetry.example.com:8443/in') =>
    openControlPlane({ dataDirectory: directory, publicUrl, clock: () => now })

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'control-plane-'))
    controlPlane = open()
  })

  afterEach(() => {
    controlPlane.close()
    rmSync(directory, { recursive: true, force: true })
  })

  /** Made once for a control plane: compiling the schemas of all routes takes its time. */
  const apps = new WeakMap<ControlPlane, Express>()
  const app = () => {
    const made =
      apps.get(controlPlane) ??
      createApp({
        controlPlane,
        log: silentLog,
        metrics: createMetrics(),
        rateLimits: createRateLimits({ queryPerMinute: 1_000, ingestPerMinute: 1_000 }),
      })
    apps.set(controlPlane, made)
    return made
  }
  const patch = (path: string, body: object) =>
    request(app()).patch(path).set('Authorization', `Bearer ${rootKey}`).send(body)
  const get = (path: string, key = rootKey) => request(app()).get(path).set('Authorization', `Bearer ${key}`)
  const post = (path: string, body: object, key = rootKey) =>
    request(app()).post(path).set('Authorization', `Bearer ${key}`).send(body)
  const remove = (path: string, key = rootKey) => request(app()).delete(path).set('Authorization', `Bearer ${key}`)

  const createKey = async (body: object, key = rootKey) => {
    const res = await post(keysPath, { name: 'a key', ...body }, key)
    expect(res.status, res.text).to.equal(201)
    return JSON.parse(res.text) as ApiKey & { key: string }
  }
  const listKeys = async () => (JSON.parse((await get(keysPath)).text) as { api_keys: ApiKey[] }).api_keys
  const listProjects = async () =>
    (JSON.parse((await get(projectsPath)).text) as { projects: TelemetryProject[] }).projects
  const faultsOf = (res: Response) => (JSON.parse(res.text) as Problem).errors?.map(({ name }) => name)

  describe('bootstrap', () => {
    it('makes an organization, a key with all scopes and a project, and tells the key once', async () => {
      const first = controlPlane.bootstrap()
      const second = controlPlane.bootstrap()
      expect(first.generatedApiKey).to.match(/^sbk_[0-9a-f]{64}$/)
      const { ownerInvitation } = second
      expect(second).to.deep.equal({ ...first, generatedApiKey: undefined, ownerInvitation })
      expect(first.dsn).to.match(/^https:\/\/[0-9a-f]{32}@telemetry\.example\.com:8443\/in\/1$/)
      const caller = await controlPlane.keys.findApiKey(first.generatedApiKey ?? '')
      expect([...(caller?.scopes ?? [])]).to.have.members([...apiScopes])
    })

    it('makes no secret before it can be shown, and makes it at the next start', () => {
      controlPlane.prepare()
      controlPlane.close()
      controlPlane = open()
      expect(controlPlane.bootstrap().generatedApiKey).to.match(/^sbk_/)
    })

    it('invites an owner at every start while there is no member; the invitation before is no longer good', () => {
      const links = [controlPlane.bootstrap().ownerInvitation, controlPlane.bootstrap().ownerInvitation]
      expect(new Set(links)).to.have.length(2)
      const database = new Sqlite(join(directory, 'control-plane.db'), { readonly: true })
      expect(database.prepare('SELECT count(*) FROM invitations').pluck().get()).to.equal(1)
      database.close()
    })

    it('adds another given key at a later start and keeps the first', async () => {
      controlPlane.bootstrap(rootKey)
      controlPlane.close()
      controlPlane = open()
      expect(controlPlane.bootstrap('another-given-key').generatedApiKey).to.equal(undefined)
      expect(await controlPlane.keys.findApiKey(rootKey)).not.to.equal(undefined)
      expect(await controlPlane.keys.findApiKey('another-given-key')).not.to.equal(undefined)
    })

    it('does not bring a revoked key back', async () => {
      controlPlane.bootstrap(rootKey)
      const other = await createKey({})
      const [root] = await listKeys()
      await remove(`${keysPath}${root?.id ?? ''}/`, other.key)
      controlPlane.bootstrap(rootKey)
      expect(await controlPlane.keys.findApiKey(rootKey)).to.equal(undefined)
    })

    for (const apiKey of ['short', 'with space in it', 'ünïcödë-key', 'x'.repeat(1_000)]) {
      it(`refuses ${JSON.stringify(apiKey.slice(0, 20))} as a key and writes nothing`, () => {
        expect(() => controlPlane.bootstrap(apiKey)).to.throw('SIGNALBOX_BOOTSTRAP_API_KEY must be')
        const database = new Sqlite(join(directory, 'control-plane.db'), { readonly: true })
        expect(database.prepare('SELECT count(*) FROM organizations').pluck().get()).to.equal(0)
        database.close()
      })
    }

    it('leaves no key on disk', () => {
      const { generatedApiKey } = controlPlane.bootstrap()
      controlPlane.close()
      for (const file of readdirSync(directory)) {
        expect(readFileSync(join(directory, file)).includes(generatedApiKey ?? 'none')).to.equal(false)
      }
      controlPlane = open()
    })
  })

  describe('routes', () => {
    beforeEach(() => {
      now = Date.UTC(2026, 0, 1)
      controlPlane.bootstrap(rootKey)
    })

    for (const path of ['/api/v1/organization/', keysPath, projectsPath]) {
      it(`GET ${path} answers 401 without a key`, async () => {
        expect((await request(app()).get(path)).status).to.equal(401)
      })
      it(`GET ${path} answers 403 to a key without the scope`, async () => {
        const { key } = await createKey({ scopes: ['telemetry:write'] })
        expect((await get(path, key)).status).to.equal(403)
      })
    }

    describe('GET organization', () => {
      it('answers the organization of the key', async () => {
        const res = await get('/api/v1/organization')
        expect(res.status).to.equal(200)
        expect(res.body).to.include({ name: 'Default', created_at: '2026-01-01T00:00:00.000Z' })
      })
    })

    describe('POST api-keys', () => {
      it('answers 201 with a key that works, with its scopes and limits', async () => {
        const created = await createKey({ scopes: ['telemetry:read'], query_limit_per_minute: 5 })
        expect(created.key.startsWith(created.prefix)).to.equal(true)
        expect(created).to.deep.include({ scopes: ['telemetry:read'], query_limit_per_minute: 5, revoked_at: null })
        const caller = await controlPlane.keys.findApiKey(created.key)
        expect(caller).to.deep.include({ keyId: created.id, queryLimitPerMinute: 5, ingestLimitPerMinute: null })
      })

      it('gives the scopes of the caller when none are named', async () => {
        const narrow = await createKey({ scopes: ['keys:write', 'telemetry:read'] })
        expect((await createKey({}, narrow.key)).scopes).to.have.members(['keys:write', 'telemetry:read'])
      })

      it('answers 403 for scopes that the caller lacks, and makes no key', async () => {
        const narrow = await createKey({ scopes: ['keys:write'] })
        const before = await listKeys()
        const res = await post(keysPath, { name: 'x', scopes: ['keys:write', 'telemetry:read'] }, narrow.key)
        expect(res.status).to.equal(403)
        expect(await listKeys()).to.have.length(before.length)
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
        it(`answers 400 that names ${field} of ${JSON.stringify(body).slice(0, 60)}, and makes no key`, async () => {
          const res = await post(keysPath, body)
          expect(res.status, res.text).to.equal(400)
          expect(faultsOf(res)).to.include(field)
          expect(await listKeys()).to.have.length(1)
        })
      }
    })

    describe('GET api-keys', () => {
      it('lists oldest first, with the last use, never with the key', async () => {
        now += 1_000
        const created = await createKey({ name: 'second' })
        now += 1_000
        const text = (await get(keysPath, created.key)).text
        const listed = (JSON.parse(text) as { api_keys: ApiKey[] }).api_keys
        expect(listed.map(({ name }) => name)).to.deep.equal(['Bootstrap', 'second'])
        expect(listed[1]?.last_used_at).to.equal('2026-01-01T00:00:02.000Z')
        expect(text).not.to.contain(created.key)
        expect(text).not.to.contain(rootKey)
      })

      it('still knows the last use after a restart', async () => {
        now += 5_000
        await controlPlane.keys.findApiKey(rootKey)
        controlPlane.close()
        now += 1
        controlPlane = open()
        const database = new Sqlite(join(directory, 'control-plane.db'), { readonly: true })
        expect(database.prepare('SELECT last_used_at FROM api_keys').pluck().get()).to.equal(now - 1)
        database.close()
      })
    })

    describe('PATCH api-keys', () => {
      it('changes the limits of a key from its next request on, and keeps what is not named', async () => {
        const { id, key } = await createKey({})
        const findCaller = () => controlPlane.keys.findApiKey(key)
        expect(await findCaller()).to.include({ ingestLimitPerMinute: null })
        const res = await patch(`${keysPath}${id}/`, { ingest_limit_per_minute: 20_000 })
        expect(res.status, res.text).to.equal(200)
        expect(res.body).to.include({ id, ingest_limit_per_minute: 20_000, query_limit_per_minute: null })
        expect(await findCaller()).to.include({ ingestLimitPerMinute: 20_000 })
        const renamed = await patch(`${keysPath}${id}/`, { name: 'builds', query_limit_per_minute: 7 })
        expect(renamed.body).to.include({ name: 'builds', ingest_limit_per_minute: 20_000, query_limit_per_minute: 7 })
        await patch(`${keysPath}${id}/`, { ingest_limit_per_minute: null })
        expect(await findCaller()).to.include({ ingestLimitPerMinute: null, queryLimitPerMinute: 7 })
        expect((await patch(`${keysPath}0192f3a0-0000-7000-8000-000000000001/`, {})).status).to.equal(404)
      })
    })

    describe('DELETE api-keys', () => {
      it('answers 200; the key stops working at once and stays listed as revoked', async () => {
        const { id, key } = await createKey({})
        expect((await get('/api/v1/organization/', key)).status).to.equal(200)
        now += 1_000
        const res = await remove(`${keysPath}${id.toUpperCase()}/`)
        expect(res.status, res.text).to.equal(200)
        expect((res.body as ApiKey).revoked_at).to.equal('2026-01-01T00:00:01.000Z')
        expect((await get('/api/v1/organization/', key)).status).to.equal(401)
      })

      it('changes nothing the second time', async () => {
        const { id } = await createKey({})
        const first = await remove(`${keysPath}${id}`)
        now += 60_000
        const second = await remove(`${keysPath}${id}`)
        expect(second.status).to.equal(200)
        expect(second.body).to.deep.equal(first.body)
      })

      it('answers 404 for an unknown key and 400 for no UUID', async () => {
        expect((await remove(`${keysPath}0192f3a0-0000-7000-8000-000000000001/`)).status).to.equal(404)
        const res = await remove(`${keysPath}1/`)
        expect(res.status).to.equal(400)
        expect(faultsOf(res)).to.deep.equal(['key_id'])
      })

      it("answers 404 for another organization's key, which goes on working", async () => {
        const foreign = insertForeignOrganization(directory)
        expect((await remove(`${keysPath}${foreign.keyId}/`)).status).to.equal(404)
        const database = new Sqlite(join(directory, 'control-plane.db'), { readonly: true })
        const revokedAt = database.prepare('SELECT revoked_at FROM api_keys WHERE id = ?').pluck().get(foreign.keyId)
        database.close()
        expect(revokedAt).to.equal(null)
        expect((await listKeys()).map(({ id }) => id)).not.to.include(foreign.keyId)
      })
    })

    describe('POST projects', () => {
      it('answers 201 with a DSN of its own, also for a name that exists', async () => {
        const first = await post(projectsPath, { name: 'shop' })
        const second = await post(projectsPath, { name: 'shop' })
        expect([first.status, second.status]).to.deep.equal([201, 201])
        expect((first.body as TelemetryProject).dsn).to.match(/\/in\/2$/)
        expect((second.body as TelemetryProject).dsn).to.match(/\/in\/3$/)
        expect(await listProjects()).to.deep.include.members([first.body, second.body])
      })

      it('makes a key and a number that the directories find', async () => {
        const { id, dsn } = (await post(projectsPath, { name: 'shop' })).body as TelemetryProject
        const owner = await controlPlane.keys.findDsnKey(new URL(dsn).username)
        expect(owner?.project).to.deep.equal({ id, number: 2, name: 'shop' })
        const organizationId = owner?.organizationId ?? ''
        expect(await controlPlane.projects.findProject(organizationId, '2')).to.deep.equal(owner?.project)
        expect(await controlPlane.projects.findProject(organizationId, id)).to.deep.equal(owner?.project)
      })

      for (const body of [{}, { name: '' }, { name: '  ' }, { name: 1 }, { name: 'x'.repeat(201) }]) {
        it(`answers 400 for ${JSON.stringify(body).slice(0, 30)} and makes no project`, async () => {
          const res = await post(projectsPath, body)
          expect(res.status).to.equal(400)
          expect(new Set(faultsOf(res))).to.deep.equal(new Set(['/name']))
          expect(await listProjects()).to.have.length(1)
        })
      }

      it('keeps hard characters without falling over', async () => {
        const res = await request(app())
          .post(projectsPath)
          .set('Authorization', `Bearer ${rootKey}`)
          .type('json')
          .send('{"name":"a\\u0000b \\ud800 😀 \'; DROP TABLE projects"}')
        expect(res.status, res.text).to.equal(201)
        expect((await listProjects()).at(-1)).to.deep.equal(res.body)
      })
    })

    it("never shows or finds another organization's projects", async () => {
      const foreign = insertForeignOrganization(directory)
      const owner = await controlPlane.keys.findDsnKey(foreign.publicKey)
      expect(owner?.project.name).to.equal('foreign')
      const own = (await controlPlane.keys.findApiKey(rootKey))?.organizationId ?? ''
      expect(await controlPlane.projects.findProject(own, String(foreign.projectNumber))).to.equal(undefined)
      expect((await listProjects()).map(({ name }) => name)).to.deep.equal(['default'])
    })

    it('finds no project by odd spellings of its number, and no key of odd form', async () => {
      const own = (await controlPlane.keys.findApiKey(rootKey))?.organizationId ?? ''
      for (const text of ['', '01', '1.0', ' 1', '1e0', '-1', '9'.repeat(400), '\0', "1' OR 1=1"]) {
        expect(await controlPlane.projects.findProject(own, text), text).to.equal(undefined)
      }
      for (const key of ['', 'x', '\0', '\ud800'.repeat(10), 'x'.repeat(10_000)]) {
        expect(await controlPlane.keys.findApiKey(key)).to.equal(undefined)
        expect(await controlPlane.keys.findDsnKey(key)).to.equal(undefined)
      }
    })

    it('answers 503 while another process holds the database, and leaves no half project', async function () {
      this.timeout(30_000)
      const other = new Sqlite(join(directory, 'control-plane.db'))
      other.exec('BEGIN IMMEDIATE')
      const res = await post(projectsPath, { name: 'shop' })
      other.exec('ROLLBACK')
      expect(res.status, res.text).to.equal(503)
      expect(res.headers['retry-after']).to.equal('5')
      expect(res.text).not.to.contain('SQLITE')
      expect(other.prepare('SELECT count(*) FROM projects').pluck().get()).to.equal(1)
      expect(other.prepare('SELECT count(*) FROM dsn_keys').pluck().get()).to.equal(1)
      other.close()
      expect((await post(projectsPath, { name: 'shop' })).status).to.equal(201)
    })

    it('rejects look-ups with `unavailable` when the database fails', async () => {
      const other = new Sqlite(join(directory, 'control-plane.db'))
      other.exec('DROP TABLE dsn_keys')
      other.close()
      const error: unknown = await controlPlane.keys.findDsnKey('a'.repeat(32)).catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(ServiceError).with.property('code', 'unavailable')
    })
  })

  describe('database', () => {
    const expectUnusable = (reason: RegExp) => {
      expect(() => {
        open().close()
      }).to.throw(reason)
    }

    it('names a file that is not a database', () => {
      controlPlane.close()
      for (const file of readdirSync(directory)) rmSync(join(directory, file))
      writeFileSync(join(directory, 'control-plane.db'), 'x'.repeat(8_192))
      expectUnusable(/control-plane\.db cannot be used: file is not a database/)
      rmSync(join(directory, 'control-plane.db'))
      controlPlane = open()
    })

    it('says that another process holds it', () => {
      controlPlane.close()
      const other = new Sqlite(join(directory, 'control-plane.db'))
      other.pragma('locking_mode = EXCLUSIVE')
      other.exec('BEGIN EXCLUSIVE')
      expectUnusable(/control-plane\.db cannot be used: database is locked/)
      other.close()
      controlPlane = open()
    })

    it('refuses a database of a newer version', () => {
      const other = new Sqlite(join(directory, 'control-plane.db'))
      other.pragma('user_version = 999')
      expectUnusable(/newer version .schema 999/)
      other.close()
    })

    it('names a directory that cannot be made', () => {
      const file = join(directory, 'a-file')
      writeFileSync(file, '')
      expect(() => openControlPlane({ dataDirectory: join(file, 'below'), publicUrl: 'http://x' })).to.throw(
        /control-plane\.db cannot be used/,
      )
    })

    it('names a file that cannot be written', () => {
      controlPlane.close()
      chmodSync(join(directory, 'control-plane.db'), 0o444)
      chmodSync(directory, 0o777)
      withoutPrivileges(() => {
        expectUnusable(/cannot be used: .*readonly/)
      })
      chmodSync(join(directory, 'control-plane.db'), 0o600)
      controlPlane = open()
    })
  })
})

/** The superuser may write everything, so for this work he is nobody. */
function withoutPrivileges(work: () => void): void {
  const isSuperuser = process.geteuid?.() === 0
  if (isSuperuser) process.seteuid?.(65_534)
  try {
    work()
  } finally {
    if (isSuperuser) process.seteuid?.(0)
  }
}

/** A second organization with a key and a project, as nothing but the database can make it yet. */
function insertForeignOrganization(directory: string) {
  const keyId = '0192f3a0-0000-7000-8000-00000000f001'
  const publicKey = 'f'.repeat(32)
  const database = new Sqlite(join(directory, 'control-plane.db'))
  database.exec(`
    INSERT INTO organizations (id, name, created_at) VALUES ('foreign', 'foreign', 9999999999999);
    INSERT INTO api_keys (id, organization_id, name, prefix, secret_hash, scopes, created_at)
      VALUES ('${keyId}', 'foreign', 'foreign', 'f', 'none', '[]', 1);
    INSERT INTO projects (id, organization_id, name, created_at) VALUES ('foreign', 'foreign', 'foreign', 1);`)
  const projectNumber = Number(database.prepare("SELECT number FROM projects WHERE id = 'foreign'").pluck().get())
  database
    .prepare('INSERT INTO dsn_keys (id, project_id, public_key, created_at) VALUES (?, ?, ?, 1)')
    .run('foreign-key', 'foreign', publicKey)
  database.close()
  return { keyId, publicKey, projectNumber }
}
