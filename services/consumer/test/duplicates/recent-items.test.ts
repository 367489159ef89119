import { expect } from 'chai'
import fc from 'fast-check'
import { RecentItems } from '../../src/duplicates/recent-items.js'

const identity = (index: number) => `org\tproject\t${index.toString(16).padStart(32, '0')}`

describe('RecentItems', () => {
  it('remembers every item that is newer than what it says to have forgotten', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 200 }), (indexes) => {
        const recent = new RecentItems(10)
        const added = new Map<string, number>()
        for (const [time, index] of indexes.entries()) {
          const known = added.get(identity(index))
          const mayBeKnown = recent.add(identity(index), time + 1)
          if (known !== undefined && known > recent.forgottenUntil) expect(mayBeKnown).to.equal(true)
          added.set(identity(index), time + 1)
        }
      }),
    )
  })

  it('tells 100 000 items apart, whose ids differ in their last characters only', () => {
    const recent = new RecentItems(200_000)
    const taken = Array.from({ length: 100_000 }, (_, index) => recent.add(identity(index), index))
    expect(taken.filter(Boolean).length).to.equal(0)
    expect(recent.add(identity(99_999), 1)).to.equal(true)
    expect(recent.forgottenUntil).to.equal(0)
  })
})
