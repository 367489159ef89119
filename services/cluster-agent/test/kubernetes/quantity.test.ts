import { expect } from 'chai'
import { parseQuantity } from '../../src/kubernetes/quantity.js'

describe('parseQuantity', () => {
  const cases: [unknown, number | undefined][] = [
    ['4', 4],
    ['3920m', 3.92],
    ['100m', 0.1],
    ['1500u', 0.0015],
    ['250000000n', 0.25],
    ['16384256Ki', 16_384_256 * 1_024],
    ['15Gi', 15 * 2 ** 30],
    ['1.5Gi', 1.5 * 2 ** 30],
    ['128M', 128e6],
    ['1k', 1_000],
    ['2Ei', 2 * 2 ** 60],
    ['1E', 1e18],
    ['1e3', 1_000],
    ['1E3', 1_000],
    ['.5', 0.5],
    ['+1', 1],
    [2, 2],
    ['', undefined],
    ['1e3Ki', undefined],
    ['4 cores', undefined],
    ['0x10', undefined],
    [undefined, undefined],
    [Number.NaN, undefined],
  ]
  for (const [text, expected] of cases) {
    it(`reads ${JSON.stringify(text)} as ${String(expected)}`, () => {
      expect(parseQuantity(text)).to.equal(expected)
    })
  }
})
