import { expect } from 'chai'
import { createFairQueue } from '../../src/artifacts/exclusive-queue.js'

describe("an organization's turn for uploads", () => {
  it('comes after one of an organization with many, one at a time', async () => {
    const runExclusive = createFairQueue()
    const done: string[] = []
    let running = 0
    const work = (owner: string) =>
      runExclusive(owner, async () => {
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

  it('comes after failed work, whose error the caller gets', async () => {
    const runExclusive = createFairQueue()
    const failed = runExclusive('a', () => Promise.reject(new Error('broken'))).catch((error: unknown) => String(error))
    expect(await runExclusive('a', () => Promise.resolve(1))).to.equal(1)
    expect(await failed).to.equal('Error: broken')
  })
})
