import { expect } from 'chai'
import { appendTexts, byTime, openReader, reasonOf, record, recordOfBytes } from './contract-records.js'
import { takeBatch, textsOf } from './contract-records.js'
import type { OpenLog } from './contract-fixture.js'

/** Long enough for the test to time out if a batch waits for it. */
const NEVER_MS = 600_000

const oneKey = { partitionKey: 'one' }

/** When batches close and how reads wait. */
export function describeBatches(open: OpenLog): void {
  it('closes a batch by rows: at the limit, or before the record that would pass it', async () => {
    const log = await open()
    const reader = await openReader(log, { ...byTime, rowsMax: 10, waitMs: NEVER_MS })
    await log.append('envelopes', [record('a', 4), record('b', 6), record('c', 7), record('d', 4)], oneKey)
    expect(textsOf(await takeBatch(reader))).to.deep.equal(['a', 'b'])
    expect(textsOf(await takeBatch(reader))).to.deep.equal(['c'])
  })

  it('closes a batch by bytes', async () => {
    const log = await open()
    const reader = await openReader(log, { ...byTime, bytesMax: 5_000, waitMs: NEVER_MS })
    await log.append('envelopes', [2_000, 2_000, 2_000, 4_990, 1].map(recordOfBytes), oneKey)
    expect((await takeBatch(reader)).records.length).to.equal(2)
    expect((await takeBatch(reader)).records.length).to.equal(1)
  })

  it('delivers a record over the limits in its own batch', async () => {
    const log = await open()
    const reader = await openReader(log, { rowsMax: 2, bytesMax: 100, waitMs: NEVER_MS })
    await log.append('envelopes', [record('many rows', 50), recordOfBytes(5_000), record('next')], oneKey)
    expect(textsOf(await takeBatch(reader))).to.deep.equal(['many rows'])
    expect((await takeBatch(reader)).records[0]?.value.byteLength).to.equal(5_000)
  })

  it('closes a batch by time, counted from its first record', async () => {
    const log = await open()
    const reader = await openReader(log, { ...byTime, waitMs: 500 })
    const waiting = takeBatch(reader)
    const startedAt = Date.now()
    await appendTexts(log, 'envelopes', ['first'])
    await appendTexts(log, 'envelopes', ['second'])
    expect(textsOf(await waiting)).to.deep.equal(['first', 'second'])
    expect(Date.now() - startedAt).to.be.at.least(495)
  })

  it('wakes a waiting read when the limit is reached by later appends', async () => {
    const log = await open()
    const reader = await openReader(log, { ...byTime, rowsMax: 3, waitMs: NEVER_MS })
    const waiting = takeBatch(reader)
    for (const text of ['a', 'b', 'c', 'd']) {
      await appendTexts(log, 'envelopes', [text])
    }
    expect(textsOf(await waiting)).to.deep.equal(['a', 'b', 'c'])
  })

  it('runs ahead: delivers later batches without gaps or overlaps while earlier ones are uncommitted', async () => {
    const log = await open()
    const reader = await openReader(log, { ...byTime, rowsMax: 2 })
    await appendTexts(log, 'envelopes', ['a', 'b', 'c', 'd', 'e'])
    const batches = [await takeBatch(reader), await takeBatch(reader), await takeBatch(reader)]
    expect(batches.map(textsOf)).to.deep.equal([['a', 'b'], ['c', 'd'], ['e']])
    expect(batches.map((batch) => batch.repeated)).to.deep.equal([false, false, false])
    expect(batches[1]?.start).to.equal(batches[0]?.end)
    expect(batches[2]?.start).to.equal(batches[1]?.end)
    for (const batch of batches) {
      await reader.plan(batch)
      await reader.commit(batch)
    }
  })

  it('reads topics independently of each other', async () => {
    const log = await open()
    const reader = await log.openConsumer({ group: 'readers', topics: ['envelopes', 'spans'], limits: byTime })
    const waiting = reader.nextBatch('envelopes')
    await appendTexts(log, 'spans', ['span'])
    expect(textsOf(await takeBatch(reader, 'spans'))).to.deep.equal(['span'])
    await appendTexts(log, 'envelopes', ['envelope'])
    expect(textsOf((await waiting)!)).to.deep.equal(['envelope'])
  })

  it('rejects a second nextBatch of a topic while one waits', async () => {
    const log = await open()
    const reader = await openReader(log)
    const waiting = takeBatch(reader)
    expect(await reasonOf(reader.nextBatch('envelopes'))).to.equal('out-of-order')
    await appendTexts(log, 'envelopes', ['a'])
    expect(textsOf(await waiting)).to.deep.equal(['a'])
  })
}
