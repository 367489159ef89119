import { expect } from 'chai'
import { callAfter } from '../../src/index.js'

const pause = (ms: number) =>
  new Promise<number>((resolve) => {
    callAfter(ms, () => {
      resolve(performance.now())
    })
  })

describe('callAfter', () => {
  it('ends long pauses of different lengths in one turn of the event loop, at most half a second early', async () => {
    const untilTickMs = 500 - (performance.now() % 500)
    const startedAt = performance.now()
    let turns = 0
    const ends = [500, 600, 700].map(async (ms) => {
      const earlyMs = startedAt + untilTickMs + ms - (await pause(untilTickMs + ms))
      setImmediate(() => (turns += 1))
      return { earlyMs, turn: turns }
    })
    for (const { earlyMs, turn } of await Promise.all(ends)) {
      expect(earlyMs).to.be.lessThan(501)
      expect(turn).to.equal(0)
    }
  })

  it('calls nothing that was cancelled, not even by a call of the same tick', async () => {
    const calls: string[] = []
    const cancels: (() => void)[] = []
    cancels.push(
      callAfter(600, () => {
        calls.push('first')
        cancels.forEach((cancel) => {
          cancel()
        })
      }),
    )
    cancels.push(callAfter(600, () => calls.push('second')))
    callAfter(600, () => calls.push('cancelled'))()
    await pause(1_200)
    expect(calls).to.deep.equal(['first'])
  })

  it('ends a short pause no earlier than it was asked to', async () => {
    const startedAt = performance.now()
    expect((await pause(30)) - startedAt).to.be.at.least(29)
  })
})
