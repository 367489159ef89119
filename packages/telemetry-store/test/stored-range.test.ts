import { createStoredRanges } from '@signalbox/telemetry-store'
import { createInsertBuilder } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { forEachStore } from './support/for-each-store.js'
import type { TestStore } from './support/open-test-store.js'
import { logRow } from './support/sample-rows.js'

const position = { topic: 'mixed', partition: 1, start: 5, end: 9 }

forEachStore('stored ranges', (open) => {
  let store: TestStore

  before(async () => {
    store = await open()
  })
  beforeEach(async () => {
    await store.truncate()
    const builder = createInsertBuilder(position)
    builder.add('logs', logRow({}))
    await store.writer.write({ position, inserts: builder.finish(), repeated: false })
  })

  it('finds, counts and removes rows of batches that begin in the range, and no others', async () => {
    const ranges = createStoredRanges(store.client)
    expect([...(await ranges.count(position))]).to.deep.equal([['logs', 1]])
    for (const other of [{ start: 6 }, { end: 5 }, { partition: 2 }, { topic: 'other' }]) {
      const range = { ...position, ...other }
      expect((await ranges.count(range)).size, JSON.stringify(other)).to.equal(0)
      await ranges.remove(range)
    }
    expect(await ranges.findBorders({ ...position, start: 7, end: 8 })).to.deep.equal({ before: 5, after: undefined })
    await ranges.remove(position)
    expect((await ranges.count(position)).size).to.equal(0)
  })

  it("sends only the range as parameters, even if the object has other properties such as a batch's records", async () => {
    const ranges = createStoredRanges(store.client)
    const batch = { ...position, records: [{ value: 'a body'.repeat(100_000) }] }
    expect([...(await ranges.count(batch))]).to.deep.equal([['logs', 1]])
    expect(await ranges.findBorders(batch)).to.deep.equal({ before: 5, after: undefined })
    await ranges.remove(batch)
    expect((await ranges.count(position)).size).to.equal(0)
  })
})
