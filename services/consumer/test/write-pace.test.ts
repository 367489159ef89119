import { expect } from 'chai'
import { setImmediate } from 'node:timers/promises'
import { createWritePace } from '../src/write-pace.js'

const batchOf = (rows: number, bytes = 100) => ({
  records: [{ offset: 0, headers: {}, value: new Uint8Array(bytes), rows }],
})
const small = batchOf(1)
const large = batchOf(1_000)
const manyBytes = batchOf(1, 4_000_000)

describe('the pace of writes', () => {
  const { signal } = new AbortController()
  const isPending = Symbol('pending')
  const stateOf = (turn: Promise<void>) => Promise.race([turn, setImmediate(isPending)])

  /** How long the next read waits after a write, in milliseconds; the clock jumps instead of passing. */
  async function pauseAfter(batch: ReturnType<typeof batchOf>, writeMs: number): Promise<number> {
    let now = 0
    const pace = createWritePace(() => now)
    pace.read(batch)
    pace.stored(writeMs)
    for (; now <= 5_000; now += 50) {
      const stopping = new AbortController()
      const turn = pace.turn(stopping.signal)
      const state = await stateOf(turn)
      stopping.abort()
      await turn
      if (state !== isPending) return now
    }
    return Infinity
  }

  it('is three times as long as a small batch took', async () => {
    expect(await pauseAfter(small, 50)).to.equal(150)
  })

  it('is at most a second', async () => {
    expect(await pauseAfter(small, 60_000)).to.equal(1_000)
  })

  it('has no pause after a large batch, which may have more behind it', async () => {
    expect(await pauseAfter(large, 10_000)).to.equal(0)
    expect(await pauseAfter(manyBytes, 10_000)).to.equal(0)
  })

  it('reads nothing at first while a small batch is being stored, and ahead of large ones', async () => {
    const pace = createWritePace(() => 0)
    await pace.turn(signal)
    pace.read(large)
    await pace.turn(signal)
    pace.read(small)
    const turn = pace.turn(signal)
    expect(await stateOf(turn)).to.equal(isPending)
    pace.stored(1_000)
    expect(await stateOf(turn)).to.equal(isPending)
    pace.stored(0)
    await turn
  })
})
