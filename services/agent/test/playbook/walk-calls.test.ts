import { expect } from 'chai'
import { walkCalls } from '../../src/playbook/first-failing/walk-calls.js'

const calls: Readonly<Record<string, readonly string[]>> = {
  web: ['cart', 'search'],
  cart: ['stock'],
  stock: ['cart'],
}
const callees = (service: string) => calls[service] ?? []

describe('walkCalls', () => {
  it('most likely ends at the deepest callee with strong symptoms', () => {
    const ends = walkCalls(
      { callees },
      {
        from: 'web',
        shows: new Map([
          ['web', 3],
          ['cart', 2],
          ['stock', 9],
        ]),
      },
    )
    const [first] = [...ends].sort((a, b) => b[1] - a[1])
    expect(first?.[0]).to.equal('stock')
    expect([...ends.values()].reduce((sum, share) => sum + share, 0)).to.be.closeTo(1, 1e-9)
  })

  it('stays if no callee has symptoms, and terminates on cycles', () => {
    expect([...walkCalls({ callees }, { from: 'web', shows: new Map([['web', 3]]) })]).to.deep.equal([['web', 1]])
    const circle = walkCalls(
      { callees },
      {
        from: 'cart',
        shows: new Map([
          ['cart', 2],
          ['stock', 2],
        ]),
      },
    )
    expect([...circle.values()].reduce((sum, share) => sum + share, 0)).to.be.closeTo(1, 1e-9)
  })
})
