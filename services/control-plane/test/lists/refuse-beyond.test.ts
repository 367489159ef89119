import { limits, type ApiKey, type Problem } from '@signalbox/contracts'
import { expect } from 'chai'
import { TestControlPlane } from '../support/test-control-plane.js'
import { insertMany, useDatabase } from '../support/use-database.js'

const { capacity } = limits
const keysPath = '/api/v1/organization/api-keys/'

/** Objects of which an organization can create many; `unique` are the columns with unique values. */
const things = [
  {
    what: 'projects',
    table: 'projects',
    unique: ['id', 'number'],
    path: '/api/v1/telemetry/projects/',
    body: { name: 'shop' },
  },
  { what: 'apiKeys', table: 'api_keys', unique: ['id', 'secret_hash'], path: keysPath, body: { name: 'key' } },
  {
    what: 'workflows',
    table: 'workflows',
    unique: ['id'],
    path: '/api/v1/workflows/',
    body: { name: 'w', agent_name: 'a', instruction: 'Look' },
  },
  {
    what: 'openSessions',
    table: 'agent_sessions',
    unique: ['id'],
    path: '/api/v1/agent/sessions/',
    body: { prompt: 'Why is it slow?' },
  },
] as const

describe('objects that an organization can create', () => {
  let test: TestControlPlane
  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  /** Copies an organization's row until the given number exists. */
  const fill = (table: string, unique: readonly string[], count: number) => {
    useDatabase(test.directory, (database) => {
      const ofOrganization = `FROM ${table} WHERE organization_id = ?`
      const row = database
        .prepare<[string], Record<string, unknown>>(`SELECT * ${ofOrganization}`)
        .get(test.organizationId)
      const there = database
        .prepare<[string], number>(`SELECT count(*) ${ofOrganization}`)
        .pluck()
        .get(test.organizationId)
      const columns = Object.keys(row ?? {})
      const insert = database.prepare<[object]>(
        `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map((name) => `@${name}`).join()})`,
      )
      database.transaction(() => {
        for (let made = there ?? 0; made < count; made += 1) {
          const own = unique.map((name): [string, unknown] => [
            name,
            name === 'number' ? 10_000 + made : `${table}-${made}`,
          ])
          insert.run({ ...row, ...Object.fromEntries<unknown>(own) })
        }
      })()
    })
  }

  for (const { what, table, unique, path, body } of things) {
    const { max, called } = capacity[what]
    it(`are limited to ${max} ${called}: 409 that says so, and another organization is unaffected`, async () => {
      expect((await test.post(path, body)).status).to.equal(201)
      fill(table, unique, max - 1)
      expect((await test.post(path, body)).status, 'the last').to.equal(201)
      const refused = await test.post(path, body)
      expect(refused.status).to.equal(409)
      expect((JSON.parse(refused.text) as Problem).detail).to.equal(
        `The organization has ${max} ${called}, the maximum`,
      )
      expect((await test.post(path, body, test.foreignKey)).status).to.equal(201)
    })
  }

  it('do not include expired or revoked API keys, which are deleted oldest first', async () => {
    const create = async () => JSON.parse((await test.post(keysPath, { name: 'short-lived' })).text) as ApiKey
    const first = await create()
    await test.delete(`${keysPath}${first.id}/`)
    const template = await create()
    await test.delete(`${keysPath}${template.id}/`)
    insertMany(
      test.directory,
      capacity.apiKeys.max - 1,
      `INSERT INTO api_keys SELECT 'id-' || n, organization_id, name, prefix, 'hash-' || n, scopes,
       query_limit_per_minute, ingest_limit_per_minute, created_at + 1, last_used_at, revoked_at, expires_at
       FROM api_keys, numbers WHERE id = @id`,
      { id: template.id },
    )
    const last = await create()
    const { api_keys: listed } = JSON.parse((await test.get(keysPath)).text) as { api_keys: ApiKey[] }
    const ids = new Set(listed.map(({ id }) => id))
    expect([ids.has(first.id), ids.has(template.id), ids.has(last.id)]).to.deep.equal([false, true, true])
  })
})
