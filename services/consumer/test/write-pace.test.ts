import { expect } from 'chai'
import { createWritePace } from '../src/write-pace.js'

const batchOf = (rows: number, bytes = 100) => ({
  records: [{ offset: 0, headers: {}, value: new Uint8Array(bytes), rows }],
})

describe('the pace of writes', () => {
  let now = 0
  /** Milliseconds until the next read, some time after a write. */
  function pauseAfter(batch: ReturnType<typeof batchOf>, writeMs: number, laterMs = 0): number {
    const pace = createWritePace(() => now)
    pace.stored(batch, writeMs)
    now += laterMs
    return pace.pauseMs()
  }

  it('is three times as long as a small batch took, less what has passed', () => {
    expect(pauseAfter(batchOf(1), 50)).to.equal(150)
    expect(pauseAfter(batchOf(1), 50, 100)).to.equal(50)
    expect(pauseAfter(batchOf(1), 50, 200)).to.equal(0)
  })

  it('is at most a second', () => {
    expect(pauseAfter(batchOf(1), 60_000)).to.equal(1_000)
  })

  it('has no pause at first, nor after a large batch, which may have more behind it', () => {
    expect(createWritePace(() => now).pauseMs()).to.equal(0)
    expect(pauseAfter(batchOf(1_000), 10_000)).to.equal(0)
    expect(pauseAfter(batchOf(1, 1_000_000), 10_000)).to.equal(0)
  })
})
