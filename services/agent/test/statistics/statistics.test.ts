import { expect } from 'chai'
import { discoveryLimit } from '../../src/statistics/benjamini-hochberg.js'
import { adjustHolm } from '../../src/statistics/holm.js'
import { incompleteBeta, logGamma } from '../../src/statistics/incomplete-beta.js'
import { normalTail } from '../../src/statistics/normal-tail.js'
import { higherProbability } from '../../src/statistics/rank-sum.js'
import { dispersionOf, leastSeenRate, riseProbability } from '../../src/statistics/rate-ratio.js'

/** The tail of a binomial by definition, for counts small enough to be summed. */
function binomialTail(k: number, n: number, p: number): number {
  let total = 0
  for (let x = k; x <= n; x++) {
    const ways = logGamma(n + 1) - logGamma(x + 1) - logGamma(n - x + 1)
    total += Math.exp(ways + x * Math.log(p) + (n - x) * Math.log1p(-p))
  }
  return total
}

describe("the watch's statistics", () => {
  it('computes tabulated values of the gamma function', () => {
    expect(logGamma(1)).to.be.closeTo(0, 1e-12)
    expect(logGamma(0.5)).to.be.closeTo(Math.log(Math.sqrt(Math.PI)), 1e-12)
    expect(logGamma(11)).to.be.closeTo(Math.log(3_628_800), 1e-10)
  })

  it('computes the incomplete beta function for known closed forms', () => {
    expect(incompleteBeta(0.3, { a: 1, b: 1 })).to.be.closeTo(0.3, 1e-12)
    expect(incompleteBeta(0.3, { a: 2, b: 1 })).to.be.closeTo(0.09, 1e-12)
    expect(incompleteBeta(0.3, { a: 1, b: 3 })).to.be.closeTo(1 - 0.7 ** 3, 1e-12)
    expect(incompleteBeta(0.5, { a: 40, b: 40 })).to.be.closeTo(0.5, 1e-12)
    expect([incompleteBeta(0, { a: 2, b: 2 }), incompleteBeta(1, { a: 2, b: 2 })]).to.deep.equal([0, 1])
  })

  it('computes the tail of the normal distribution like tables, far out too', () => {
    expect(normalTail(0)).to.be.closeTo(0.5, 1e-15)
    expect(normalTail(1.959963984540054)).to.be.closeTo(0.025, 1e-12)
    expect(normalTail(-1.6448536269514722)).to.be.closeTo(0.95, 1e-12)
    expect(normalTail(6) / 9.865876450376946e-10).to.be.closeTo(1, 1e-9)
    expect(normalTail(2.9999999)).to.be.closeTo(normalTail(3.0000001), 1e-8)
  })

  it('computes the exact probability of a rise, like the binomial sum', () => {
    for (const [k, m, share] of [
      [3, 0, 1],
      [8, 2, 1],
      [30, 20, 2],
      [1, 5, 3],
    ] as const) {
      const p = riseProbability({ count: m, exposure: 10 }, { count: k, exposure: 10 }, share)
      expect(p).to.be.closeTo(binomialTail(k, k + m, share / (1 + share)), 1e-10)
    }
  })

  it('finds no rise if nothing happened, and stays finite for counts of millions', () => {
    expect(riseProbability({ count: 9, exposure: 10 }, { count: 0, exposure: 10 }, 1)).to.equal(1)
    expect(riseProbability({ count: 1e6, exposure: 1e8 }, { count: 2e6, exposure: 1e8 }, 1)).to.be.lessThan(1e-100)
    const even = riseProbability({ count: 1e6, exposure: 1e8 }, { count: 1e6, exposure: 1e8 }, 1)
    expect(even).to.be.closeTo(0.5, 0.001)
  })

  it('returns the lowest rate that would have been called a rise', () => {
    const before = { count: 10, exposure: 10_000 }
    const test = { ratioMax: 1.5, alpha: 0.001 }
    const least = leastSeenRate(before, 1_000, test)
    const count = Math.round(least * 1_000)
    expect(riseProbability(before, { count, exposure: 1_000 }, 1.5)).to.be.at.most(0.001)
    expect(riseProbability(before, { count: count - 1, exposure: 1_000 }, 1.5)).to.be.above(0.001)
  })

  it('finds no overdispersion in even counts, and finds it in bursts', () => {
    const even = Array.from({ length: 30 }, () => ({ count: 5, exposure: 100 }))
    const bursts = Array.from({ length: 30 }, (_, at) => ({ count: at % 10 === 0 ? 50 : 0, exposure: 100 }))
    expect(dispersionOf(even)).to.equal(1)
    expect(dispersionOf(bursts)).to.be.above(20)
    expect(dispersionOf([])).to.equal(1)
  })

  it('ranks like worked examples, with ties and continuity correction', () => {
    // U = 25 of 25, mean 12.5, variance 25·11/12: z = (25 − 12.5 − 0.5)/√22.9167.
    const p = higherProbability([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    expect(p).to.be.closeTo(normalTail(12 / Math.sqrt(275 / 12)), 1e-12)
    expect(higherProbability([1, 2, 3, 4, 5], [1, 2, 3, 4, 5])).to.be.within(0.4, 0.6)
    expect(higherProbability([3, 3, 3, 3, 3], [3, 3, 3, 3, 3])).to.equal(1)
    expect(higherProbability([1, 2, 3], [7, 8, 9])).to.equal(1)
  })

  it('limits false discoveries like Benjamini and Hochberg, counting tests without findings', () => {
    const pValues = [0.039, 0.001, 0.041, 0.008]
    expect(discoveryLimit(pValues, 4, 0.05)).to.equal(0.041)
    expect(discoveryLimit(pValues, 10, 0.05)).to.equal(0.008)
    expect(discoveryLimit([0.02], 10, 0.05)).to.equal(0)
    expect(discoveryLimit([], 0, 0.05)).to.equal(0)
  })

  it('adjusts p-values like Holm, in the given order', () => {
    const adjusted = adjustHolm([0.01, 0.04, 0.03, 0.005])
    const expected = [0.03, 0.06, 0.06, 0.02]
    for (const [index, value] of expected.entries()) expect(adjusted[index]).to.be.closeTo(value, 1e-12)
    expect(adjustHolm([])).to.deep.equal([])
    expect(adjustHolm([0.9, 0.8])).to.deep.equal([1, 1])
  })
})
