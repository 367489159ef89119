import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiScopes } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { openControlPlane } from '../../src/index.js'
import { hashSecret } from '../../src/identity/secrets.js'
import { migrate } from '../../src/database/migrate.js'
import { countedMigrations, migrations } from '../../src/database/migrations/index.js'
import { rebuildTable } from '../../src/database/rebuild-table.js'
import { openStore } from '../../src/control-plane-store.js'

const projectId = '0192f3a0-0000-7000-8000-000000000001'

/** A database as left by versions before the ledger: migrations only counted, without names. */
function applyCounted(database: Sqlite, from: number, to: number): void {
  for (const { sql } of countedMigrations.slice(from, to)) database.exec(sql)
}

describe('migrations', () => {
  let directory: string

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'migrations-'))
  })
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true })
  })

  /** A database as left by the first two migrations, with an organization, a project and its DSN key. */
  const createOldDatabase = () => {
    const database = new Sqlite(join(directory, 'control-plane.db'))
    applyCounted(database, 0, 2)
    database.exec(`
      INSERT INTO organizations VALUES ('org', 'Default', 1);
      INSERT INTO projects (id, organization_id, name, created_at) VALUES ('${projectId}', 'org', 'old', 1);
      INSERT INTO dsn_keys (id, project_id, public_key, ingest_limit_per_minute, created_at)
        VALUES ('key', '${projectId}', '${'a'.repeat(32)}', 7, 1);
      PRAGMA user_version = 2;`)
    database.close()
  }

  it('upgrade a database from before settings and issues, and retain its content', async () => {
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

  it('give new scopes only to keys that had all before, and retain project settings', async () => {
    createOldDatabase()
    const database = new Sqlite(join(directory, 'control-plane.db'))
    applyCounted(database, 2, 8)
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

  it('retain workflows and runs from before the engine, settled unless they are running', () => {
    const database = new Sqlite(join(directory, 'control-plane.db'))
    applyCounted(database, 0, 9)
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

  it('retain the project of a repository from before it could have several', () => {
    createOldDatabase()
    const database = new Sqlite(join(directory, 'control-plane.db'))
    const before = countedMigrations.findIndex(({ name }) => name.startsWith('0016'))
    applyCounted(database, 2, before)
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

  it('use indexes for fingerprint lookups and issue lists', () => {
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

  const ledgerOf = (database: Sqlite) =>
    database.prepare<[], string>('SELECT name FROM schema_migrations ORDER BY name').pluck().all()

  it('are in the ledger by name once applied, including those that were only counted before', () => {
    createOldDatabase()
    openStore(directory).close()
    const database = new Sqlite(join(directory, 'control-plane.db'), { readonly: true })
    expect(ledgerOf(database)).to.deep.equal(migrations.map(({ name }) => name))
    database.close()
  })

  it('are applied in name order', () => {
    const names = migrations.map(({ name }) => name)
    expect(names).to.deep.equal([...names].sort())
  })

  it('reject a database whose migration was edited after it was applied', () => {
    openStore(directory).close()
    const database = new Sqlite(join(directory, 'control-plane.db'))
    database.exec("UPDATE schema_migrations SET checksum = 'other' WHERE name LIKE '0003%'")
    database.close()
    expect(() => openStore(directory)).to.throw('0003-create-project-settings was edited after it was applied')
  })

  it('reject a database written by a newer version', () => {
    openStore(directory).close()
    const database = new Sqlite(join(directory, 'control-plane.db'))
    database.exec("INSERT INTO schema_migrations VALUES ('9999-from-tomorrow', 'x')")
    database.close()
    expect(() => openStore(directory)).to.throw('newer version: this version has no migration 9999-from-tomorrow')
  })

  it('are applied in one transaction, and leave no dangling references', () => {
    const database = new Sqlite(':memory:')
    database.pragma('foreign_keys = OFF')
    const parents = { name: '0001', sql: 'CREATE TABLE parents (id TEXT PRIMARY KEY) STRICT' }
    const children = {
      name: '0002',
      sql: `CREATE TABLE children (parent_id TEXT REFERENCES parents (id)) STRICT; INSERT INTO children VALUES ('gone')`,
    }
    const apply = database.transaction(() => {
      migrate(database, [parents, children], [])
    })
    expect(apply).to.throw('broke a foreign key')
    expect(database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()).to.deep.equal([])
    database.close()
  })

  it('retain rows that reference a rebuilt table', () => {
    const database = new Sqlite(':memory:')
    database.pragma('foreign_keys = OFF')
    const tables = {
      name: '0001',
      sql: `CREATE TABLE parents (id TEXT PRIMARY KEY, kind TEXT CHECK (kind IN ('a'))) STRICT;
        CREATE TABLE children (parent_id TEXT REFERENCES parents (id) ON DELETE CASCADE) STRICT;
        INSERT INTO parents VALUES ('p', 'a'); INSERT INTO children VALUES ('p');`,
    }
    const rebuilt = {
      name: '0002',
      sql: rebuildTable({
        table: 'parents',
        definition: "id TEXT PRIMARY KEY, kind TEXT, more TEXT NOT NULL DEFAULT ''",
        columns: ['id', 'kind'],
        indexes: ['CREATE INDEX parents_by_kind ON parents (kind)'],
      }),
    }
    database.transaction(() => {
      migrate(database, [tables, rebuilt], [])
    })()
    database.pragma('foreign_keys = ON')
    expect(database.prepare('SELECT * FROM parents').all()).to.deep.equal([{ id: 'p', kind: 'a', more: '' }])
    expect(database.prepare('SELECT * FROM children').all()).to.deep.equal([{ parent_id: 'p' }])
    database.exec('DELETE FROM parents')
    expect(database.prepare('SELECT * FROM children').all()).to.deep.equal([])
    database.close()
  })

  it('retain channels, their messages and notices when the channel kinds become open-ended', () => {
    const database = new Sqlite(join(directory, 'control-plane.db'))
    applyCounted(database, 0, 17)
    database.exec(`
      INSERT INTO organizations (id, name, created_at) VALUES ('org', 'Default', 1);
      INSERT INTO projects (id, organization_id, name, created_at) VALUES ('p', 'org', 'shop', 1);
      INSERT INTO notification_channels (id, organization_id, project_id, kind, name, settings, events, environments,
        created_at) VALUES ('c', 'org', 'p', 'slack', 'Slack', '{}', '[]', '[]', 1);
      INSERT INTO notice_messages (id, channel_id, is_digest, state, created_at, dead_at)
        VALUES ('m', 'c', 0, 'waiting', 1, 9);
      INSERT INTO notices (id, channel_id, kind, key, title, facts, occurred_at, created_at, message_id)
        VALUES ('n', 'c', 'alert', 'k', 'Alert', '{}', 1, 1, 'm');
      PRAGMA user_version = 17;`)
    database.close()
    const store = openStore(directory)
    expect(store.notificationChannels.read('c')).to.include({ kind: 'slack', name: 'Slack' })
    expect(store.notices.countByKind('m')).to.deep.equal([{ kind: 'alert', count: 1 }])
    store.close()
  })
})
