import { expect } from 'chai'
import { planReplay } from '../../src/replay/plan-replay.js'

/** A partition with the offsets [100, 1000), 900 of them committed, with a batch every 50 from an offset on. */
const plan = (asked: [from: number, to: number], borders: readonly number[], oldest = 100) =>
  planReplay(
    {
      group: 'readers',
      rowsMax: 20,
      eventLog: {
        bounds: () => Promise.resolve([{ partition: 3, start: oldest, end: 1_000 }]),
        // Times are offsets here.
        offsetsAt: (_topic, time) => Promise.resolve(new Map([[3, Math.min(time, 1_000)]])),
        lag: () =>
          Promise.resolve([{ topic: 'spans', partition: 3, committed: 900, records: 100, bytes: undefined } as const]),
      },
      stored: {
        findBorders: ({ start, end }) =>
          Promise.resolve({
            before: borders.filter((border) => border <= start).at(-1),
            after: borders.find((border) => border >= end),
          }),
      },
    },
    { topic: 'spans', from: asked[0], to: asked[1] },
  )

const everyFifty = [100, 150, 200, 250, 300, 350, 400]
const rangeOf = (start: number, end: number) => ({ topic: 'spans', partition: 3, start, end })

describe('planReplay', () => {
  it('widens the requested range to complete batches', async () => {
    expect(await plan([160, 290], everyFifty)).to.deep.equal([{ range: rangeOf(150, 300), leftAlone: undefined }])
    expect(await plan([150, 300], everyFifty)).to.deep.equal([{ range: rangeOf(150, 300), leftAlone: undefined }])
  })

  it("ends at the group's position if no batch is known after it", async () => {
    expect(await plan([160, 5_000], everyFifty)).to.deep.equal([{ range: rangeOf(150, 900), leftAlone: undefined }])
  })

  it('does nothing for uncommitted or deleted records', async () => {
    expect(await plan([950, 1_000], everyFifty)).to.deep.equal([])
    expect(await plan([0, 90], everyFifty)).to.deep.equal([])
  })

  it('starts earlier where nothing is stored: a replay may have stopped there', async () => {
    expect(await plan([160, 290], [300])).to.deep.equal([{ range: rangeOf(140, 300), leftAlone: undefined }])
    expect(await plan([110, 290], [300])).to.deep.equal([{ range: rangeOf(100, 300), leftAlone: undefined }])
  })

  it('leaves the rest of a batch alone if its beginning is gone from the log', async () => {
    expect(await plan([160, 290], [50, 250, 300])).to.deep.equal([
      { range: rangeOf(250, 300), leftAlone: { start: 160, end: 250 } },
    ])
    expect(await plan([160, 240], [50])).to.deep.equal([{ range: undefined, leftAlone: { start: 160, end: 240 } }])
  })
})
