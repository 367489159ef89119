import { limits } from '@signalbox/contracts'
import { silentLog } from '@signalbox/service-kit'
import { Database } from '@signalbox/sqlite'
import { expect } from 'chai'
import { join } from 'node:path'
import { openStore } from '../../src/control-plane-store.js'
import { createProjectEraser } from '../../src/project-deletion/project-eraser.js'
import { fingerprint, TestControlPlane, type TestProject } from '../support/test-control-plane.js'

const projectsPath = '/api/v1/telemetry/projects/'
const rowsPerTable = 1_100

interface Column {
  name: string
  type: 'TEXT' | 'INTEGER' | 'REAL'
}

describe('deleting a project', () => {
  let test: TestControlPlane
  let project: TestProject
  let path: string

  beforeEach(async () => {
    test = new TestControlPlane()
    project = await test.createProject()
    path = `${projectsPath}${project.id}/`
  })
  afterEach(() => {
    test.close()
  })

  const inDatabase = <T>(work: (database: InstanceType<typeof Database>) => T): T => {
    const database = new Database(join(test.directory, 'control-plane.db'))
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  /** Every table with project rows: deletion must know a new one. */
  const tablesOfProjects = (database: InstanceType<typeof Database>) =>
    database
      .prepare<[], string>(
        `SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND columns.name = 'project_id' AND tables.name <> 'project_deletions'`,
      )
      .pluck()
      .all()
  const countRows = (projectId: string): Record<string, number> =>
    inDatabase((database) =>
      Object.fromEntries(
        tablesOfProjects(database).map((table) => [
          table,
          database
            .prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE project_id = ?`)
            .pluck()
            .get(projectId) ?? 0,
        ]),
      ),
    )
  /** Rows in every table, as work in flight during a project's deletion may leave them. */
  const fillTables = (projectId: string) => {
    inDatabase((database) => {
      database.pragma('foreign_keys = OFF')
      database.pragma('ignore_check_constraints = ON')
      database.transaction(() => {
        for (const table of tablesOfProjects(database)) fillTable(database, table, projectId)
      })()
    })
  }
  const fillTable = (database: InstanceType<typeof Database>, table: string, projectId: string) => {
    const columns = database.pragma(`table_info(${table})`) as Column[]
    const names = columns.map(({ name }) => name)
    const insert = database.prepare(
      `INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
    )
    for (let row = 0; row < rowsPerTable; row += 1) {
      const values = columns.map(({ name, type }) => [name, type === 'TEXT' ? `${projectId}-${row}` : row])
      insert.run({ ...Object.fromEntries(values), project_id: projectId })
    }
  }
  /** One pass of a process that is killed after it. @returns whether it should continue immediately. */
  const lookOnce = () => {
    const store = openStore(test.directory)
    const look = createProjectEraser({ store, clock: () => test.now, log: silentLog })
    const next = look()
    store.close()
    return next <= test.now
  }
  const deletions = () => test.controlPlane.projectDeletions.listProjectDeletions({ afterId: '', max: 10 })

  it('202: its keys are unknown from the next request on, and nothing finds it; the audit log names it', async () => {
    expect(await test.controlPlane.keys.findDsnKey(project.publicKey)).not.to.equal(undefined)
    test.now += 1_000
    const res = await test.delete(path)
    expect(res.status, res.text).to.equal(202)
    expect(res.body).to.include({ id: project.id, name: 'shop' })
    const { entries } = (await test.get('/api/v1/organization/audit-log/?limit=1')).body as { entries: object[] }
    expect(entries[0]).to.deep.include({
      action: 'deleteTelemetryProject',
      objects: { id: project.id, project_id: project.id },
    })
    expect(await test.controlPlane.keys.findDsnKey(project.publicKey)).to.equal(undefined)
    expect(await test.controlPlane.projects.findProject(test.organizationId, String(project.number))).to.equal(
      undefined,
    )
    for (const gone of [path, `${path}keys/`, `${path}settings/`]) expect((await test.get(gone)).status).to.equal(404)
    expect((await test.delete(path)).status, 'again').to.equal(404)
  })

  it('creates no issues for events in flight', async () => {
    await test.delete(path)
    await test.controlPlane.sightings.recordSightings([test.sighting(project.id, fingerprint(1))])
    expect(test.announced).to.deep.equal([])
  })

  it('leaves none of its rows in any table, however often the process is killed, and does not touch others', async () => {
    const other = await test.createProject()
    await test.controlPlane.sightings.recordSightings([test.sighting(other.id, fingerprint(1))])
    const othersRows = countRows(other.id)
    await test.delete(path)
    fillTables(project.id)
    expect(Object.values(countRows(project.id)), 'every table has rows').not.to.include(0)
    let looks = 0
    while (lookOnce()) looks += 1
    expect(looks).to.be.greaterThan(20)
    const { project_settings: settings, ...rest } = countRows(project.id)
    expect(new Set(Object.values(rest))).to.deep.equal(new Set([0]))
    expect(settings, 'what is in the log is still processed by its settings').to.equal(rowsPerTable)

    expect(await deletions()).to.deep.equal([
      { id: project.id, organizationId: test.organizationId, receivedUntil: test.now },
    ])
    await test.controlPlane.projectDeletions.finishProjectDeletion(project.id)
    expect(await deletions()).to.deep.equal([])
    lookOnce()
    expect(countRows(project.id)).to.include({ project_settings: 0 })
    expect(countRows(other.id)).to.deep.equal(othersRows)
  })

  it('never reuses its number, and reuses its public key only for a project that takes it over', async () => {
    await test.delete(path)
    await test.controlPlane.projectDeletions.finishProjectDeletion(project.id)
    lookOnce()
    const create = (body: object) => test.post(projectsPath, { name: 'new', ...body })
    expect((await create({ number: project.number })).status).to.equal(409)
    expect((await create({})).body).to.include({ number: project.number + 1 })
    expect((await create({ public_key: project.publicKey })).status).to.equal(201)
  })

  it('reserves the numbers of a bounded number of deleted projects: those deleted first are forgotten', async () => {
    const { reservedMax } = limits.deletedProject
    const others = 3
    inDatabase((database) => {
      const insert = database.prepare<[number, string, string, number]>(
        `INSERT INTO projects (number, id, organization_id, name, created_at, is_active, is_number_given, deleted_at)
         VALUES (?, ?, ?, '', 0, 0, 1, ?)`,
      )
      database.transaction(() => {
        for (let index = 0; index < reservedMax + others - 1; index += 1) {
          insert.run(1_000_000 + index, `deleted-${index}`, test.organizationId, index)
        }
      })()
    })
    await test.delete(path)
    await test.controlPlane.projectDeletions.finishProjectDeletion(project.id)
    lookOnce()
    const kept = inDatabase((database) =>
      database.prepare<[], number>('SELECT number FROM projects WHERE deleted_at IS NOT NULL').pluck().all(),
    )
    expect(kept).to.have.length(reservedMax)
    expect(kept)
      .to.include(project.number)
      .and.not.include.members([1_000_000, 1_000_000 + others - 1])
    expect((await test.post(projectsPath, { name: 'new' })).body).to.include({ number: project.number + 1 })
  })
})
