import { expect } from 'chai'
import { fitChoices, type Choice } from './fit-choices.js'

/** Choices between a true option with these features and one without any. */
function choices(count: number, truth: Readonly<Record<string, number>>): Choice[] {
  return Array.from({ length: count }, () => ({
    options: [{ features: truth }, { features: {} }],
    truth: 0,
    weight: 1,
  }))
}

describe('fitChoices', () => {
  it('learns from choices, more from more, and stays at the prior without any', () => {
    const few = fitChoices(choices(3, { a: 1 }), { a: 1 })
    const many = fitChoices(choices(300, { a: 1 }), { a: 1 })
    expect(fitChoices([], { a: 1 })).to.deep.equal({ a: 1 })
    expect(few.a).to.be.greaterThan(1.2)
    expect(many.a).to.be.greaterThan(few.a + 1)
  })

  it("never inverts a feature's prior sign, but may choose one for a prior of 0", () => {
    const learned = fitChoices(choices(50, { a: -1, b: -1 }), { a: 1, b: 0 })
    expect(learned.a).to.equal(0)
    expect(learned.b).to.be.lessThan(-1)
  })

  it('finds the weights with gradient 0', () => {
    const { a } = fitChoices(choices(10, { a: 1 }), { a: 1 }, 1)
    expect(10 / (1 + Math.exp(a))).to.be.closeTo(a - 1, 1e-4)
  })

  it('stays closer to the prior with stronger regularization', () => {
    const [weak, strong] = [0.1, 10].map((pull) => fitChoices(choices(10, { a: 1 }), { a: 1 }, pull).a)
    expect(weak).to.be.greaterThan(strong ?? 0)
    expect(strong).to.be.within(1, 1.4)
  })
})
