import { expect } from 'chai'
import fc from 'fast-check'
import { IdentitySet, readIdentity } from '../../src/batch/identity-set.js'

const value = fc.constantFrom('', 'a', 'b', 'ab', 'ba', '\ud83d\ude82', '\udc00')
const step = fc.oneof(
  fc.record({ add: fc.tuple(value, value, value) }),
  fc.record({ keep: fc.double({ min: 0, max: 1, noNaN: true }) }),
)

describe('IdentitySet', () => {
  it('contains what was added and not removed, each once and in order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const set = new IdentitySet()
        let expected: string[] = []
        for (const each of steps) {
          if ('keep' in each) {
            expected = expected.slice(0, Math.floor(each.keep * expected.length))
            set.truncate(expected.length)
          } else {
            const text = each.add.join('\t')
            expect(set.add(each.add)).to.equal(!expected.includes(text))
            if (!expected.includes(text)) expected.push(text)
          }
          expect(set.size).to.equal(expected.length)
        }
        const columns = set.toColumns()
        expect(expected.map((_, index) => readIdentity(columns, index))).to.deep.equal(expected)
        expect(columns.ends.length).to.equal(expected.length)
      }),
    )
  })

  it('distinguishes identities with equal hashes', () => {
    // Organization and project are not hashed.
    const set = new IdentitySet()
    expect(set.add(['org-1', 'shop', 'id'])).to.equal(true)
    expect(set.add(['org-2', 'shop', 'id'])).to.equal(true)
    expect(set.add(['org-1', 'shop', 'id'])).to.equal(false)
  })

  it('finds each of many identities again', () => {
    const set = new IdentitySet()
    const identities = Array.from({ length: 5_000 }, (_, index) => ['org', 'shop', String(index)])
    expect(identities.every((each) => set.add(each))).to.equal(true)
    expect(identities.some((each) => set.add(each))).to.equal(false)
  })
})
