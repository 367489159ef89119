import { expect } from 'chai'
import fc from 'fast-check'
import { IdentitySet } from '../../src/batch/identity-set.js'
import { RecentItems } from '../../src/duplicates/recent-items.js'

/** An item whose id ends in the number. */
function item(index: number, time: number) {
  const identities = new IdentitySet()
  identities.add(['org', 'project', index.toString(16).padStart(32, '0')])
  const [place = 0, mark = 0] = identities.toColumns().hashes
  return { place, mark, time }
}

describe('RecentItems', () => {
  it('remembers every item newer than its eviction limit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 200 }), (indexes) => {
        const recent = new RecentItems(10)
        const added = new Map<number, number>()
        for (const [time, index] of indexes.entries()) {
          const known = added.get(index)
          const mayBeKnown = recent.add(item(index, time + 1))
          if (known !== undefined && known > recent.forgottenUntil) expect(mayBeKnown).to.equal(true)
          added.set(index, time + 1)
        }
      }),
    )
  })

  it('distinguishes 100 000 items whose ids differ only in their last characters', () => {
    const recent = new RecentItems(200_000)
    const taken = Array.from({ length: 100_000 }, (_, index) => recent.add(item(index, index)))
    expect(taken.filter(Boolean).length).to.equal(0)
    expect(recent.add(item(99_999, 1))).to.equal(true)
    expect(recent.forgottenUntil).to.equal(0)
  })
})
