import type { RecordReplay } from '@signalbox/contracts'
import { expect } from 'chai'
import { readPreparedRows } from '../../../../packages/telemetry-store/test/support/read-prepared-rows.js'
import type { ProcessedBatch } from '../../src/batch/processed-batch.js'
import { processBatch } from '../../src/process-batch.js'
import { rowsByTable } from '../support/fake-writer.js'
import { batchRecord, envelopeBody, envelopeRecord, processOptions, spanItem, toBatch } from '../support/records.js'

const replayOf = (itemIndex: number | null): RecordReplay => ({
  letter: '0-7',
  itemIndex,
  source: { topic: 'envelopes', partition: 0, offset: 0 },
})

const event = (message: string) => ({ header: { type: 'event' }, payload: { message } })

function rowsOf({ inserts }: ProcessedBatch, table: string): Record<string, unknown>[] {
  return inserts.filter((insert) => insert.table === table).flatMap(readPreparedRows)
}

describe('a record replayed for a dead letter', () => {
  it('has only its item processed, and no other item of the request', async () => {
    const spans = [spanItem(), spanItem({ operation: 'the letter' }), spanItem()]
    const record = batchRecord({ spans }, { replay: replayOf(1) })
    const processed = await processBatch(toBatch('spans', [record]), processOptions)
    expect(rowsByTable(processed.inserts)).to.include({ spans: 1, outcomes: 1 })
  })

  it('is processed completely if it was unreadable at first', async () => {
    const record = batchRecord({ spans: [spanItem(), spanItem()] }, { replay: replayOf(null) })
    const processed = await processBatch(toBatch('spans', [record]), processOptions)
    expect(rowsByTable(processed.inserts)).to.include({ spans: 2 })
  })

  it("is counted outside the ledger's total, which contains its item already; items omitted by ingest are not counted again", async () => {
    const omitted = [{ index: 0, kind: 'span', outcome: 'dropped', reason: 'invalid_span', quantity: 1 }] as const
    const spans = [{ broken: true }, spanItem()]
    const record = batchRecord({ spans }, { omitted: [...omitted], replay: replayOf(null) })
    const processed = await processBatch(toBatch('spans', [record]), processOptions)
    expect(processed.counts.items).to.deep.equal({ stored: 0, dropped: 0, rate_limited: 0, dead_lettered: 0 })
    expect(rowsByTable(processed.inserts)).to.include({ spans: 1, outcomes: 1 })
  })

  it('gives its event the original id', async () => {
    const body = envelopeBody([{ header: { type: 'session' }, payload: {} }, event('no id of its own')])
    const first = await processBatch(toBatch('envelopes', [envelopeRecord(body)]), processOptions)
    const replayed = envelopeRecord(body, { replay: replayOf(1) })
    const again = { ...toBatch('envelopes', [replayed]), start: 500, end: 501 }
    const records = again.records.map((record) => ({ ...record, offset: 500 }))
    const second = await processBatch({ ...again, records }, processOptions)
    expect(rowsOf(second, 'events')).to.have.lengthOf(1)
    // Everything but the batch position is the same, including the id.
    const rowsIn = (processed: ProcessedBatch) =>
      rowsOf(processed, 'events').map(({ log_offset: _position, ...row }) => row)
    expect(rowsIn(second)[0]?.['event_id']).to.match(/^[0-9a-f]{32}$/)
    expect(rowsIn(second)).to.deep.equal(rowsIn(first))
  })

  it('becomes a new dead letter that names the old one if it fails again', async () => {
    const record = { ...batchRecord({}, { replay: replayOf(3) }), value: Buffer.from('damaged') }
    const processed = await processBatch(toBatch('spans', [record]), processOptions)
    expect(processed.deadLetters).to.have.lengthOf(1)
    expect(record.headers['meta']).to.include('"letter":"0-7"')
    expect(processed.counts.items.dead_lettered).to.equal(0)
  })
})
