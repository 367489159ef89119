import { expect } from 'chai'
import { createPieceRunner, finishPieces, type Pieces } from '../../src/investigation/pieces.js'

describe('work in pieces', () => {
  let now: number
  let order: string[]
  let pauses: number[]
  beforeEach(() => {
    now = 0
    order = []
    pauses = []
  })
  const run = createPieceRunner({
    pieceMs: 5,
    now: () => now,
    pause: (ms) => {
      pauses.push(ms)
      order.push('others')
      return Promise.resolve()
    },
  })
  function* work(name: string, steps: number, stepMs: number): Pieces<string> {
    for (let step = 0; step < steps; step += 1) {
      order.push(name)
      now += stepMs
      yield
    }
    return name
  }

  it('pauses after each piece, for as long as the piece took', async () => {
    expect(await run(work('a', 4, 3))).to.equal('a')
    expect(order.slice(0, 6)).to.deep.equal(['a', 'a', 'others', 'a', 'a', 'others'])
    expect(pauses.slice(0, 2)).to.deep.equal([6, 6])
  })

  it('alternates with other work', async () => {
    expect(await Promise.all([run(work('a', 2, 5)), run(work('b', 2, 5))])).to.deep.equal(['a', 'b'])
    expect(order.filter((name) => name !== 'others')).to.deep.equal(['a', 'b', 'a', 'b'])
  })

  it('continues after failed work', async () => {
    function* failing(): Pieces<never> {
      yield
      throw new Error('broken')
    }
    const failed = await run(failing()).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failed).to.be.an('error').with.property('message', 'broken')
    expect(await run(work('a', 1, 1))).to.equal('a')
  })

  it('stops early when aborted', async () => {
    const ending = new AbortController()
    function* abortedSoon(): Pieces<string> {
      order.push('a')
      ending.abort(new Error('cancelled'))
      now += 9
      yield
      order.push('a')
      return 'done'
    }
    const ended = await run(abortedSoon(), ending.signal).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(ended).to.be.an('error').with.property('message', 'cancelled')
    expect(order.filter((name) => name === 'a')).to.deep.equal(['a'])
  })

  it('returns the same as without pauses', () => {
    expect(finishPieces(work('a', 3, 9))).to.equal('a')
    expect(order).to.deep.equal(['a', 'a', 'a'])
  })
})
