import { expect } from 'chai'
import fc from 'fast-check'
import { median, quantile } from '../../src/statistics/robust.js'

describe('quantile', () => {
  it('interpolates between the values that would be nearest if all were sorted', () => {
    const values = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), { minLength: 1 })
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (some, share) => {
        const sorted = [...some].sort((left, right) => left - right)
        const place = share * (sorted.length - 1)
        const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
        const expected = low + (high - low) * (place - Math.floor(place))
        expect(quantile(some, share)).to.satisfy((found: number) => found === expected || Number.isNaN(expected))
      }),
    )
  })

  it('leaves the values as they are, and is 0 without any', () => {
    const values = [3, 1, 2]
    expect(median(values)).to.equal(2)
    expect(values).to.deep.equal([3, 1, 2])
    expect(quantile([], 0.9)).to.equal(0)
  })
})
