import { expect } from 'chai'
import type { RecordSize } from '../../src/single-partition/batch-window.js'
import { WaitingReads } from '../../src/single-partition/waiting-reads.js'

const limits = { rowsMax: 100, bytesMax: 1e6, waitMs: 600_000 }

describe('waiting reads', () => {
  const closedAt = (sizes: RecordSize[], now: number) => {
    const ends: number[] = []
    const reads = new WaitingReads((offset) => sizes.filter((size) => size.offset >= offset))
    const outcome = {
      close: (end: number) => ends.push(end),
      fail: (error: unknown) => {
        throw error
      },
    }
    reads.add(1, { from: 1, until: undefined, limits, now }, outcome)
    reads.cancelAll()
    return ends
  }

  it('close immediately if the first record has waited long enough before the read', () => {
    const size = { offset: 4, rows: 1, bytes: 10, appendedAt: 1_000 }
    expect(closedAt([size], 601_000)).to.deep.equal([5])
    expect(closedAt([size], 600_999)).to.deep.equal([])
  })

  it('wait no longer than the limit if the clock was set back', () => {
    expect(closedAt([{ offset: 4, rows: 1, bytes: 10, appendedAt: 9e12 }], 1_000)).to.deep.equal([])
  })
})
