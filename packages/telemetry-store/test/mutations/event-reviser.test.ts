import { createEventReviser, type EventRevision } from '@signalbox/telemetry-store'
import { createInsertBuilder, type LogPosition } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { forEachStore } from '../support/for-each-store.js'
import type { TestStore } from '../support/open-test-store.js'
import { eventRow, sampleTimeMs } from '../support/sample-rows.js'

const position: LogPosition = { topic: 'envelopes', partition: 0, start: 7, end: 9 }
const [old, fresh] = ['a'.repeat(32), 'b'.repeat(32)]
const dayMs = 86_400_000
const eventId = (number: number) => number.toString(16).padStart(32, '0')
const unresolved = { errors: [{ type: 'js_no_source' }] }
/** Two events with it fill a page. */
const halfPage = { ...unresolved, extra: 'x'.repeat(4 * 1024 * 1024 - 100) }
const { organization_id: organizationId, project_id: projectId } = eventRow()

forEachStore('createEventReviser', (open) => {
  let store: TestStore
  before(async () => {
    store = await open()
  })
  beforeEach(() => store.truncate())

  /** Five unresolved events and a resolved one on two days, and an unresolved one of another project. */
  const writeEvents = async (content: object = unresolved) => {
    const builder = createInsertBuilder(position)
    const payload = JSON.stringify(content)
    for (let number = 0; number < 6; number += 1) {
      const timestamp = sampleTimeMs - (number % 2) * dayMs
      const row = eventRow({ event_id: eventId(number), timestamp, fingerprint: old })
      builder.add('events', { ...row, payload: number < 5 ? payload : '{}' })
    }
    builder.add('events', eventRow({ event_id: eventId(1), project_id: 'other', fingerprint: old, payload }))
    await store.writer.write({ position, inserts: builder.finish(), repeated: false })
  }

  const revisionOf = (number: number): EventRevision => {
    const { title, culprit, previous_fingerprint, grouping_version, grouping_components } = eventRow()
    const grouped = { title, culprit, previous_fingerprint, grouping_version, grouping_components, fingerprint: fresh }
    const timestamp = sampleTimeMs - (number % 2) * dayMs
    return {
      ...grouped,
      event_id: eventId(number),
      timestamp,
      stack_trace: `stack '${number}'`,
      payload: `{"n":${number}}`,
    }
  }

  it('lists unresolved events of one project page by page, newest first, no older than requested', async () => {
    await writeEvents(halfPage)
    const reviser = createEventReviser(store.client)
    const search = { organizationId, projectId, sinceMs: sampleTimeMs - dayMs }
    const lengths: number[] = []
    const idsOf = async (sinceMs: number) => {
      const ids: number[] = []
      let before = { timestamp: sampleTimeMs + 1, eventId: '' }
      for (;;) {
        const page = await reviser.listUnresolved({ ...search, sinceMs, before })
        lengths.push(page.length)
        ids.push(...page.map((event) => Number.parseInt(event.event_id, 16)))
        const last = page.at(-1)
        if (last === undefined) return ids
        before = { timestamp: last.timestamp, eventId: last.event_id }
      }
    }
    expect(await idsOf(sampleTimeMs - dayMs)).to.deep.equal([4, 2, 0, 3, 1])
    expect(lengths, 'by the bytes of their payloads').to.deep.equal([2, 2, 1, 0])
    expect(await idsOf(sampleTimeMs)).to.deep.equal([4, 2, 0])
  })

  it('stores no copy of a payload', async () => {
    await writeEvents()
    await createEventReviser(store.client).reviseEvents({ organizationId, projectId }, [1, 2].map(revisionOf))
    const [left] = await store.reader.read({
      name: 'copies',
      sql: 'SELECT toUInt32(count()) AS copies FROM event_revisions',
    })
    expect(left).to.deep.equal({ copies: 0 })
  })

  it('applies revisions, including hourly sums, and changes nothing else', async () => {
    await writeEvents()
    const reviser = createEventReviser(store.client)
    for (let times = 0; times < 2; times += 1) {
      await reviser.reviseEvents({ organizationId, projectId }, [1, 2].map(revisionOf))
    }
    const sql = `SELECT concat(project_id, ' ', fingerprint, ' ', stack_trace, ' ', payload) AS line FROM events
      WHERE fingerprint = '${fresh}' ORDER BY event_id`
    const lines = await store.reader.read<{ line: string }>({ name: 'lines', sql })
    expect(lines.map(({ line }) => line)).to.deep.equal(
      [1, 2].map((number) => `${projectId} ${fresh} stack '${number}' {"n":${number}}`),
    )
    const counts = await store.reader.read({
      name: 'counts',
      sql: `SELECT fingerprint, toUInt32(sum(times_seen)) AS times FROM events
        WHERE organization_id = '${organizationId}' AND project_id = '${projectId}' GROUP BY fingerprint ORDER BY fingerprint`,
    })
    expect(counts).to.deep.equal([
      { fingerprint: old, times: 4 },
      { fingerprint: fresh, times: 2 },
    ])
  })
})
