import { expect } from 'chai'
import { defaultProjectSettings, type ProjectSettings } from '@signalbox/contracts'
import { FloodMemory } from '../../src/batch/flood-memory.js'
import { collectBatch, type BatchCollector, type ItemReference } from '../../src/batch/batch-collector.js'
import { stored } from '../../src/batch/item-result.js'
import type { ProcessedBatch } from '../../src/batch/processed-batch.js'
import { processBatch } from '../../src/process-batch.js'
import { settingsKey } from '../../src/project/batch-settings.js'
import { rowOf } from '../kinds/error/event-input.js'
import { readPreparedRows } from '../../../../packages/telemetry-store/test/support/read-prepared-rows.js'
import { rowsByTable } from '../support/fake-writer.js'
import { envelopeBody, envelopeRecord, processOptions, project, receivedAt, toBatch } from '../support/records.js'

const count = 500

/** A flood of one error with a rare one in its middle, received within the given milliseconds. */
function floodBatch(spanMs: number, version?: number) {
  const records = Array.from({ length: count }, (_, index) => {
    const message = index === 250 ? 'rare' : 'frequent'
    const body = envelopeBody([{ header: { type: 'event' }, payload: { message } }])
    const named = version === undefined ? project : { ...project, settingsVersion: version }
    return envelopeRecord(body, { project: named, receivedAt: receivedAt + Math.floor((index * spanMs) / (count - 1)) })
  })
  return toBatch('envelopes', records)
}

const eventRows = ({ inserts }: Pick<ProcessedBatch, 'inserts'>) =>
  inserts.filter(({ table }) => table === 'events').flatMap(readPreparedRows)

const timesSeenOf = (row: Record<string, unknown>): number => Number(row['times_seen'])

function withSpikes(version: number, spikes: ProjectSettings['spikes']): Map<string, ProjectSettings> {
  const key = settingsKey({ projectId: project.id, version })
  return new Map([[key, { ...defaultProjectSettings, spikes }]])
}

describe('a flood of one error in a batch', () => {
  it('is sampled, counted as if stored in full, and hides no other error', async () => {
    const settings = withSpikes(13, { enabled: true, events_per_minute: 20 })
    const processed = await processBatch({ ...floodBatch(0, 13), settings }, processOptions)
    const rows = eventRows(processed)
    expect(rows).to.have.length(21)
    expect(rows.reduce((sum, row) => sum + timesSeenOf(row), 0)).to.equal(count)
    expect(rows.filter((row) => row['message'] === 'rare').map(timesSeenOf)).to.deep.equal([1])
    expect(processed.counts.items).to.deep.equal({ stored: count, dropped: 0, rate_limited: 0, dead_lettered: 0 })
    expect(processed.sightings).to.have.length(2)
  })

  it('gives the same bytes whenever the batch is processed', async () => {
    const batch = floodBatch(1_000)
    const first = await processBatch(batch, processOptions)
    await processBatch(floodBatch(0), processOptions)
    expect(await processBatch(structuredClone(batch), processOptions)).to.deep.equal(first)
  })

  it("is stored in full up to the project's limit, which is high by default", async () => {
    expect(eventRows(await processBatch(floodBatch(0), processOptions))).to.have.length(count)
  })

  it('is stored in full if the project disables sampling', async () => {
    const settings = withSpikes(11, { enabled: false, events_per_minute: 10 })
    const processed = await processBatch({ ...floodBatch(0, 11), settings }, processOptions)
    expect(rowsByTable(processed.inserts)['events']).to.equal(count)
  })

  it("is measured by its project's settings", async () => {
    const settings = withSpikes(12, { enabled: true, events_per_minute: 100 })
    const processed = await processBatch({ ...floodBatch(0, 12), settings }, processOptions)
    expect(rowsByTable(processed.inserts)['events']).to.equal(101)
  })
})

describe('an event that its table rejects', () => {
  const spikes = { enabled: true, events_per_minute: 20 }
  const record = { ...envelopeRecord(''), offset: 0 }
  const scope = { organizationId: 'org-1', projectId: 'project-1', receivedAt }
  const good = rowOf({ message: 'frequent' })
  const bad = { ...good, trace_id: 'fine', times_seen: -1 }

  function reference(itemIndex: number, others: Partial<ItemReference> = {}): ItemReference {
    return { scope, record, itemIndex, kind: 'error', quantity: 1, spikes, ...others }
  }

  function collect(fill: (collector: BatchCollector) => void) {
    const position = { topic: 'envelopes', partition: 0, start: 0, end: 1 }
    return collectBatch(
      { position, received: { startMs: receivedAt, endMs: receivedAt }, floodMemory: new FloodMemory() },
      (collector) => {
        fill(collector)
        return Promise.resolve({ skippedRules: [] })
      },
    )
  }

  for (const isSampled of [true, false]) {
    it(`becomes a dead letter of its own item, with rows ${isSampled ? '' : 'not '}sampled`, async () => {
      const processed = await collect((collector) => {
        for (let index = 0; index < 100; index += 1) {
          const row = index === 60 ? bad : { ...good, event_id: index.toString(16).padStart(32, '0') }
          const others = isSampled ? {} : { spikes: { ...spikes, enabled: false } }
          collector.addItem(reference(index, others), () => stored('error', 1, { events: [row] }))
        }
      })
      const rows = eventRows(processed)
      expect(rows).to.have.length(isSampled ? 20 : 99)
      expect(rows.reduce((sum, row) => sum + timesSeenOf(row), 0)).to.equal(99)
      expect(processed.deadLetters.map(({ itemIndex }) => itemIndex)).to.deep.equal([60])
      expect(processed.counts.items).to.include({ stored: 99, dead_lettered: 1 })
    })
  }

  it("leaves none of its item's other rows", async () => {
    const processed = await collect((collector) => {
      collector.addItem(reference(0, { quantity: 2 }), () => stored('error', 2, { events: [good, bad] }))
      collector.addItem(reference(1), () => stored('error', 1, { events: [good] }))
    })
    expect(rowsByTable(processed.inserts)).to.deep.equal({ events: 1, outcomes: 2 })
    expect(processed.sightings).to.have.length(1)
  })
})
