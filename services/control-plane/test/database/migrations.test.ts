import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiScopes } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { openControlPlane } from '../../src/index.js'
import { hashSecret } from '../../src/identity/secrets.js'
import { linkRepositoriesToProjects } from '../../src/database/migrations/0016-link-repositories-to-projects.js'
import { migrations } from '../../src/database/migrations/index.js'
import { openStore } from '../../src/control-plane-store.js'

const projectId = '0192f3a0-0000-7000-8000-000000000001'

describe('migrations', () => {
  let directory: string

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'migrations-'))
  })
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true })
  })

  /** A database as the first two migrations left it, with an organization, a project and its DSN key. */
  const createOldDatabase = () => {
    const database = new Sqlite(join(directory, 'control-plane.db'))
    for (const migration of migrations.slice(0, 2)) database.exec(migration)
    database.exec(`
      INSERT INTO organizations VALUES ('org', 'Default', 1);
      INSERT INTO projects (id, organization_id, name, created_at) VALUES ('${projectId}', 'org', 'old', 1);
      INSERT INTO dsn_keys (id, project_id, public_key, ingest_limit_per_minute, created_at)
        VALUES ('key', '${projectId}', '${'a'.repeat(32)}', 7, 1);
      PRAGMA user_version = 2;`)
    database.close()
  }

  it('bring a database from before settings and issues up to date and keep what is in it', async () => {
    createOldDatabase()
    const open = () => openControlPlane({ dataDirectory: directory, publicUrl: 'http://localhost' })
    open().close()
    const controlPlane = open()
    expect(await controlPlane.keys.findDsnKey('a'.repeat(32))).to.deep.equal({
      keyId: 'key',
      organizationId: 'org',
      project: { id: projectId, number: 1, name: 'old' },
      settingsVersion: 0,
      allowedDomains: ['*'],
      projectQuotas: [],
      keyQuotas: [],
      ingestLimitPerMinute: 7,
    })
    controlPlane.close()
  })

  it('give new scopes to keys that had all before, to no others, and keep the settings of projects', async () => {
    createOldDatabase()
    const database = new Sqlite(join(directory, 'control-plane.db'))
    for (const migration of migrations.slice(2, 8)) database.exec(migration)
    const insert = database.prepare(
      `INSERT INTO api_keys (id, organization_id, name, prefix, secret_hash, scopes, created_at)
       VALUES (?, 'org', 'a key', 'a', ?, ?, 1)`,
    )
    const newer = [
      'organization:write',
      'members:read',
      'members:write',
      'audit:read',
      'backups:write',
      'alerts:read',
      'alerts:write',
    ]
    const former = apiScopes.filter((scope) => !newer.includes(scope))
    insert.run('all', hashSecret('key-for-everything'), JSON.stringify(former))
    insert.run('some', hashSecret('key-for-some'), JSON.stringify(former.slice(1)))
    database.exec(`
      INSERT INTO project_settings VALUES ('${projectId}', 1, '{"allowed_domains":["shop.example"]}', 5, 'all');
      PRAGMA user_version = 8;`)
    database.close()
    const controlPlane = openControlPlane({ dataDirectory: directory, publicUrl: 'http://localhost' })
    const everything = (await controlPlane.keys.findApiKey('key-for-everything'))?.scopes
    expect([...(everything ?? [])]).to.include.members([
      ...former,
      'organization:write',
      'members:write',
      'audit:read',
      'alerts:write',
    ])
    const some = (await controlPlane.keys.findApiKey('key-for-some'))?.scopes
    expect([...(some ?? [])]).to.have.members(former.slice(1))
    const { allowed_domains: domains } = await controlPlane.settings.readCurrentSettings(projectId)
    expect(domains).to.deep.equal(['shop.example'])
    controlPlane.close()
  })

  it('keep workflows and runs from before there was an engine, settled unless they run', () => {
    const database = new Sqlite(join(directory, 'control-plane.db'))
    for (const migration of migrations.slice(0, 9)) database.exec(migration)
    database.exec(`
      INSERT INTO organizations (id, name, created_at) VALUES ('org', 'Default', 1);
      INSERT INTO workflows (id, organization_id, name, name_folded, agent_name, description, instruction, status,
        created_at, updated_at) VALUES ('w', 'org', 'Watch', 'watch', 'a', '', 'Look', 'active', 1, 1);
      PRAGMA user_version = 9;`)
    for (const [id, status, endedAt] of [
      ['1', 'completed', '9'],
      ['2', 'failed', '9'],
      ['3', 'running', 'NULL'],
    ] as const) {
      database.exec(`
        INSERT INTO agent_sessions (id, organization_id, status, prompt, context, origin_kind, created_at, ended_at)
          VALUES ('s${id}', 'org', 'active', 'x', '{}', 'workflow_run', 1, NULL);
        INSERT INTO workflow_runs VALUES ('${id}', 'org', 'w', 'Watch', 'manual', 'button', '${status}', 's${id}', 'Look',
          '{"a":1}', '[]', ${id}, 5, 4, ${endedAt});`)
    }
    database.close()
    const store = openStore(directory)
    const page = { workflowId: 'w', status: undefined, triggeredBy: undefined, limit: 9, offset: 0 }
    const kept = store.workflowRuns.list(page)
    const workflow = store.workflows.find('org', 'w')
    store.close()
    const same = { workflow_id: 'w', trigger_name: 'button', context: '{"a":1}', attempt: 1, timeout_seconds: 3_600 }
    for (const run of kept) expect(run).to.deep.include(same)
    expect(kept.map((run) => [run.id, run.status, run.ended_at, run.times_out_at, run.settled])).to.deep.equal([
      ['3', 'running', null, 3_600_004, 0],
      ['2', 'failed', 9, 3_600_004, 1],
      ['1', 'completed', 9, 3_600_004, 1],
    ])
    expect(workflow).to.deep.include({ concurrency: 'allow', timeout_seconds: 3_600, max_attempts: 1 })
  })

  it('keep the project of a repository from when it had one at most', () => {
    createOldDatabase()
    const database = new Sqlite(join(directory, 'control-plane.db'))
    const before = migrations.indexOf(linkRepositoriesToProjects)
    for (const migration of migrations.slice(2, before)) database.exec(migration)
    database.exec(`
      INSERT INTO repositories VALUES ('r1', 'org', 'acme/shop', '${projectId}', 1), ('r2', 'org', 'acme/web', NULL, 1);
      PRAGMA user_version = ${before};`)
    database.close()
    const store = openStore(directory)
    const linked = store.repositories.listProjectRepositories(projectId)
    const all = store.repositories.list('org')
    store.close()
    expect(linked.map(({ full_name }) => full_name)).to.deep.equal(['acme/shop'])
    expect(all).to.have.length(2)
  })

  it('answer look-ups of fingerprints and lists of issues from indexes', () => {
    const controlPlane = openControlPlane({ dataDirectory: directory, publicUrl: 'http://localhost' })
    controlPlane.close()
    const database = new Sqlite(join(directory, 'control-plane.db'))
    const planOf = (sql: string) =>
      database
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => detail)
        .join('\n')
    const list = planOf(
      "SELECT * FROM issues WHERE project_id = 'x' AND merged_into IS NULL ORDER BY first_seen_at DESC, id DESC LIMIT 5",
    )
    expect(list).to.contain('issues_by_project').and.not.to.contain('TEMP B-TREE')
    const lookUp = planOf("SELECT * FROM issue_fingerprints WHERE project_id = 'x' AND fingerprint = 'y'")
    expect(lookUp).to.contain('USING INDEX')
    database.close()
  })
})
