import { createEventEraser, type EventErasure } from '@signalbox/telemetry-store'
import { createInsertBuilder, type LogPosition } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { forEachStore } from '../support/for-each-store.js'
import type { TestStore } from '../support/open-test-store.js'
import { attachmentRow, eventRow, sampleTimeMs } from '../support/sample-rows.js'

const dayMs = 86_400_000
const position: LogPosition = { topic: 'envelopes', partition: 0, start: 7, end: 9 }
const [deleted, kept] = ['a'.repeat(32), 'b'.repeat(32)]
const eventId = (number: number) => number.toString(16).padStart(32, '0')

forEachStore('createEventEraser', (open) => {
  let store: TestStore
  before(async () => {
    store = await open()
  })
  beforeEach(() => store.truncate())

  const write = async (fill: (builder: ReturnType<typeof createInsertBuilder>) => void) => {
    const builder = createInsertBuilder(position)
    fill(builder)
    await store.writer.write({ position, inserts: builder.finish(), repeated: false })
  }
  const erase = (erasure: Partial<EventErasure> = {}) => {
    const { organization_id: organizationId, project_id: projectId } = eventRow()
    const whole = { organizationId, projectId, fingerprints: [deleted], receivedUntilMs: sampleTimeMs }
    return createEventEraser(store.client).eraseEvents({ ...whole, ...erasure })
  }
  const idsIn = async (table: 'events' | 'attachments') => {
    const sql = `SELECT event_id AS id FROM ${table} ORDER BY id`
    return (await store.reader.read<{ id: string }>({ name: 'idsIn', sql })).map(({ id }) => Number.parseInt(id, 16))
  }

  it('deletes the events of the fingerprints on every day, with the files that came with them, and no others', async () => {
    await write((builder) => {
      for (const day of [0, 1, 2]) {
        const timestamp = sampleTimeMs - day * dayMs
        const own = { event_id: eventId(day + 1), fingerprint: deleted, timestamp, received_at: timestamp }
        builder.add('events', eventRow(own))
        builder.add('attachments', attachmentRow({ event_id: own.event_id, received_at: timestamp }))
        builder.add('events', eventRow({ ...own, event_id: eventId(day + 11), fingerprint: kept }))
      }
      builder.add('events', eventRow({ event_id: eventId(21), fingerprint: deleted, project_id: 'other' }))
      builder.add('attachments', attachmentRow({ event_id: eventId(11) }))
    })
    expect(await erase()).to.equal(6)
    expect(await idsIn('events')).to.deep.equal([11, 12, 13, 21])
    expect(await idsIn('attachments')).to.deep.equal([11])
    expect(await erase(), 'again').to.equal(0)
  })

  it("deletes revisions left behind by a crash, but none of other projects' events with the same ids", async () => {
    await write((builder) => {
      builder.add('events', eventRow({ event_id: eventId(1), fingerprint: deleted, received_at: sampleTimeMs }))
    })
    const { organization_id, project_id } = eventRow()
    const own = { revision: 'r', organization_id, project_id, payload: '{}' }
    const values = [
      { ...own, event_id: eventId(1) },
      { ...own, event_id: eventId(2) },
      { ...own, event_id: eventId(1), project_id: 'other' },
      { ...own, event_id: eventId(1), organization_id: 'other' },
    ]
    await store.client.clickhouse.insert({ table: 'event_revisions', values, format: 'JSONEachRow' })
    await erase()
    const sql = `SELECT event_id AS id, organization_id = 'other' OR project_id = 'other' AS isOther
      FROM event_revisions ORDER BY id, isOther`
    const left = await store.reader.read<{ id: string; isOther: number }>({ name: 'revisions', sql })
    expect(left.map(({ id, isOther }) => [id, Boolean(isOther)])).to.deep.equal([
      [eventId(1), true],
      [eventId(1), true],
      [eventId(2), false],
    ])
  })

  it('retains events received later', async () => {
    await write((builder) => {
      const own = { fingerprint: deleted, timestamp: sampleTimeMs - 1_000 }
      builder.add('events', eventRow({ ...own, event_id: eventId(1), received_at: sampleTimeMs }))
      builder.add('events', eventRow({ ...own, event_id: eventId(2), received_at: sampleTimeMs + 1 }))
    })
    expect(await erase()).to.equal(1)
    expect(await idsIn('events')).to.deep.equal([2])
  })

  it('leaves counts and hourly sums consistent', async () => {
    await write((builder) => {
      const own = { timestamp: sampleTimeMs, received_at: sampleTimeMs }
      for (let index = 1; index <= 50; index += 1) {
        builder.add('events', eventRow({ ...own, event_id: eventId(index), fingerprint: index % 2 ? deleted : kept }))
      }
    })
    await erase()
    const [row] = await store.reader.read<{ rows: number }>({
      name: 'byHour',
      sql: `SELECT sum(times_seen) AS rows FROM events
        GROUP BY organization_id, project_id, fingerprint, toStartOfHour(timestamp)`,
    })
    expect(row?.rows).to.equal(25)
  })
})
