import { createProjectEraser } from '@signalbox/telemetry-store'
import { createInsertBuilder, tableNames, tables, type LogPosition } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { forEachStore } from '../support/for-each-store.js'
import type { TestStore } from '../support/open-test-store.js'
import { eventRow, logRow, outcomeRow, sampleTimeMs, spanRow } from '../support/sample-rows.js'

const dayMs = 86_400_000
const position: LogPosition = { topic: 'envelopes', partition: 0, start: 7, end: 9 }
const deleted = { organization_id: 'organization-1', project_id: 'deleted' }

forEachStore('createProjectEraser', (open) => {
  let store: TestStore
  before(async () => {
    store = await open()
  })
  beforeEach(() => store.truncate())

  const erase = (signal?: AbortSignal) =>
    createProjectEraser(store.client).eraseProject({ organizationId: 'organization-1', projectId: 'deleted' }, signal)
  const rowsOf = async (projectId: string) => {
    const counts: Record<string, number> = {}
    for (const table of tableNames.filter((name) => 'project_id' in tables[name].columns)) {
      const sql = `SELECT toUInt32(count()) AS rows FROM ${table} WHERE project_id = {projectId:String}`
      const [row] = await store.reader.read<{ rows: number }>({ name: 'rowsOf', sql, parameters: { projectId } })
      if (row !== undefined && row.rows > 0) counts[table] = row.rows
    }
    return counts
  }

  beforeEach(async () => {
    const builder = createInsertBuilder(position)
    for (const day of [0, 1, 2]) {
      const timestamp = sampleTimeMs - day * dayMs
      builder.add('events', eventRow({ ...deleted, timestamp }))
      builder.add('logs', logRow({ ...deleted, timestamp }))
    }
    builder.add('spans', spanRow(deleted))
    builder.add('outcomes', outcomeRow(deleted))
    builder.add('events', eventRow())
    builder.add('events', eventRow({ ...deleted, organization_id: 'organization-2' }))
    await store.writer.write({ position, inserts: builder.finish(), repeated: false })
  })

  it("deletes the project's rows of every day, except for the ledger, and no others", async () => {
    expect(await erase()).to.equal(7)
    expect(await rowsOf('deleted')).to.deep.equal({ events: 1, outcomes: 1 })
    expect(await rowsOf('project-1')).to.deep.equal({ events: 1 })
    expect(await erase(), 'again').to.equal(0)
  })

  it("deletes event revisions left behind by a crash, but none of other projects' events with the same ids", async () => {
    const revision = { revision: 'r', event_id: eventRow().event_id, payload: '{}' }
    const values = [deleted, { ...deleted, organization_id: 'organization-2' }, { ...deleted, project_id: 'project-1' }]
    await store.client.clickhouse.insert({
      table: 'event_revisions',
      values: values.map((owner) => ({ ...revision, ...owner })),
      format: 'JSONEachRow',
    })
    await erase()
    const sql = 'SELECT organization_id, project_id FROM event_revisions ORDER BY organization_id'
    expect(await store.reader.read({ name: 'revisions', sql })).to.deep.equal([
      { organization_id: 'organization-1', project_id: 'project-1' },
      { organization_id: 'organization-2', project_id: 'deleted' },
    ])
  })

  it('stops between two statements, and resumes on the next run', async () => {
    const signal = AbortSignal.abort(new Error('stopping'))
    const failure: unknown = await erase(signal).catch((error: unknown) => error)
    expect(failure).to.equal(signal.reason)
    expect(await erase()).to.equal(7)
  })
})
