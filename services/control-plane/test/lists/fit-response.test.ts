import { expect } from 'chai'
import { fitResponse } from '../../src/lists/fit-response.js'

const show = (length: number) => (length === 0 ? [] : ['x'.repeat(length)])

describe('fitResponse', () => {
  it('includes everything that fits', () => {
    expect(fitResponse([3, 3], show, 100)).to.deep.equal({ shown: ['xxx', 'xxx'], covered: 2 })
  })

  it('stops before the item that does not fit, and returns the start of the next page', () => {
    expect(fitResponse([30, 0, 30, 30], show, 80).covered).to.equal(3)
  })

  it('includes one item however large it is', () => {
    expect(fitResponse([200, 1], show, 80).covered).to.equal(1)
  })

  it('returns nothing for no items', () => {
    expect(fitResponse([], show, 80)).to.deep.equal({ shown: [], covered: 0 })
  })
})
