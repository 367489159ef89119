import { createInsertBuilder } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { forEachStore } from '../support/for-each-store.js'
import type { TestStore } from '../support/open-test-store.js'
import { sampleTimeMs, spanRow } from '../support/sample-rows.js'

const spanIds = ['1', '2', '3', '4'].map((digit) => digit.repeat(16))

forEachStore('findNewest', (open) => {
  let store: TestStore
  before(async () => {
    store = await open()
    await store.truncate()
    const position = { topic: 'spans', partition: 0, start: 0, end: 4 }
    const builder = createInsertBuilder(position)
    for (const [index, span_id] of spanIds.entries()) {
      builder.add('spans', spanRow({ span_id, start_time: sampleTimeMs * 1_000 + index * 500 }))
    }
    await store.writer.write({ position, inserts: builder.finish(), repeated: false })
  })

  const read = async (from: number, rowsMax: number) => {
    const { identities, since } = await store.writer.findNewest({ table: 'spans', from, rowsMax })
    return { spans: identities.map((identity) => identity.split('\t').at(-1)).toSorted(), since }
  }

  it('returns all rows that are newer', async () => {
    expect(await read(sampleTimeMs, 10)).to.deep.equal({ spans: spanIds.slice(1), since: sampleTimeMs })
  })

  it('leaves out the oldest if there are too many, and returns the time of the newest one left out', async () => {
    expect(await read(sampleTimeMs - 1, 3)).to.deep.equal({ spans: spanIds.slice(2), since: sampleTimeMs + 0.5 })
  })

  it('returns nothing if none is newer', async () => {
    expect(await read(sampleTimeMs + 1.5, 3)).to.deep.equal({ spans: [], since: sampleTimeMs + 1.5 })
  })
})
