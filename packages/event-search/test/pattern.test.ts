import { compilePattern, readPattern, toPattern } from '@signalbox/event-search'
import { expect } from 'chai'
import fc from 'fast-check'

describe('search patterns', () => {
  it('match character by character, with asterisks for any characters', () => {
    const cases: [pattern: string, text: string, isMet: boolean][] = [
      ['', '', true],
      ['', 'a', false],
      ['web@1', 'web@1', true],
      ['Web@1', 'web@1', false],
      ['web@1.*', 'web@1.2.3', true],
      ['web@1.*', 'web@10', false],
      ['*', '', true],
      ['*a*b*', 'xxaxxbxx', true],
      ['*a*b*', 'ba', false],
      ['ab*bc', 'abc', false],
      ['a*b*c', 'abbc', true],
      ['a*b*b', 'ab', false],
      [String.raw`a\*b`, 'a*b', true],
      [String.raw`a\*b`, 'axb', false],
      [String.raw`a\\*`, String.raw`a\b`, true],
    ]
    for (const [pattern, text, isMet] of cases) {
      expect(compilePattern(pattern)(text), `${pattern} and ${text}`).to.equal(isMet)
    }
  })

  it('split into texts and gaps', () => {
    expect(readPattern(String.raw`a\*b**c\\`)).to.deep.equal([
      { kind: 'text', text: 'a*b' },
      { kind: 'any' },
      { kind: 'text', text: 'c\\' },
    ])
    expect(readPattern('')).to.deep.equal([])
  })

  it('created from a text match that text and none that is longer', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const isMet = compilePattern(toPattern(text))
        expect(isMet(text)).to.equal(true)
        expect(isMet(`${text}x`)).to.equal(false)
      }),
    )
  })

  it('shorten a text at its middle', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, middle, after) => {
        const isMet = compilePattern(`${toPattern(before)}*${toPattern(after)}`)
        expect(isMet(before + middle + after)).to.equal(true)
      }),
    )
  })
})
