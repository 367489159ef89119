import { expect } from 'chai'
import fc from 'fast-check'
import { createGlob } from '../../src/filter/glob.js'

/** A naive pattern matcher that tries every possibility. */
function matchesPlainly(pattern: string, text: string): boolean {
  if (pattern === '') return text === ''
  if (pattern.startsWith('*')) {
    return Array.from({ length: text.length + 1 }, (_, at) => at).some((at) =>
      matchesPlainly(pattern.slice(1), text.slice(at)),
    )
  }
  return text !== '' && pattern[0] === text[0] && matchesPlainly(pattern.slice(1), text.slice(1))
}

describe('createGlob', () => {
  it('matches like a naive implementation', () => {
    const letters = (alphabet: string[]) =>
      fc.array(fc.constantFrom(...alphabet), { maxLength: 8 }).map((chars) => chars.join(''))
    fc.assert(
      fc.property(letters(['a', 'b', '*']), letters(['a', 'b']), (pattern, text) => {
        expect(createGlob(pattern)(text)).to.equal(matchesPlainly(pattern, text))
      }),
      { numRuns: 3_000 },
    )
  })

  it('takes all other characters literally, in any case', () => {
    expect(createGlob('A.b?[c]')('a.B?[C]')).to.equal(true)
    expect(createGlob('a.c')('abc')).to.equal(false)
  })

  it('scans no part twice, however many stars there are', () => {
    const matches = createGlob(`${'*a'.repeat(5_000)}*b`)
    expect(matches('a'.repeat(200_000))).to.equal(false)
    expect(matches(`${'a'.repeat(200_000)}b`)).to.equal(true)
  })
})
