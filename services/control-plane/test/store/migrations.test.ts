import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { openControlPlane } from '../../src/index.js'
import { migrations } from '../../src/store/migrations/index.js'

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
