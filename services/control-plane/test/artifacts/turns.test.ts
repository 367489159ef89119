import { expect } from 'chai'
import { createFairTurns } from '../../src/artifacts/turns.js'

describe('turns of organizations with uploads', () => {
  it('let whoever has one in after one of whoever has many, one at a time', async () => {
    const takeTurn = createFairTurns()
    const done: string[] = []
    let running = 0
    const work = (owner: string) =>
      takeTurn(owner, async () => {
        running += 1
        expect(running).to.equal(1)
        await Promise.resolve()
        running -= 1
        done.push(owner)
      })
    const all = [work('many'), work('many'), work('many'), work('one'), work('two'), work('one')]
    await Promise.all(all)
    expect(done).to.deep.equal(['many', 'many', 'one', 'two', 'many', 'one'])
  })

  it('go on after work that failed, which whoever asked for it is told', async () => {
    const takeTurn = createFairTurns()
    const failed = takeTurn('a', () => Promise.reject(new Error('broken'))).catch((error: unknown) => String(error))
    expect(await takeTurn('a', () => Promise.resolve(1))).to.equal(1)
    expect(await failed).to.equal('Error: broken')
  })
})
