import { expect } from 'chai'
import { createRandom, type Random } from '../../../../test/support/random.js'
import { byFrequency, mergePatterns, type MaskedPattern } from '../../src/selection/merge-patterns.js'

const masked = (pattern: string, count = 1): MaskedPattern => ({ service: 'shop', level: 'info', pattern, count })

function mergeTexts(...patterns: string[]): string[] {
  return mergePatterns(patterns.map((pattern, index) => masked(pattern, 100 - index))).map(({ pattern }) => pattern)
}

describe('merged patterns', () => {
  it('have a placeholder for words that vary, and the sum of the counts', () => {
    const merged = mergePatterns([masked('user mara signed in', 3), masked('user jonas signed in', 4)])
    expect(merged.map(({ pattern, count }) => [pattern, count])).to.deep.equal([['user <*> signed in', 7]])
    expect(merged[0]?.members.map(({ pattern }) => pattern)).to.deep.equal([
      'user jonas signed in',
      'user mara signed in',
    ])
  })

  const apart: Record<string, string[]> = {
    'other first words': ['started job of mara today', 'stopped job of mara today'],
    'another number of words': ['disk a is nearly full', 'disk a is nearly always full'],
    'fewer than two thirds of their words in common': ['disk a is full now', 'disk b was full now'],
    'other signs between their words': ['set limit=4 for all of mara', 'set limit 4 for all of mara'],
  }
  for (const [difference, patterns] of Object.entries(apart)) {
    it(`do not include patterns with ${difference}`, () => {
      expect(mergeTexts(...patterns)).to.deep.equal(patterns)
    })
  }

  it('stay within a service and level', () => {
    const line = masked('user mara signed in')
    const others = [{ ...line, service: 'other' }, { ...line, level: 'warn' }, line]
    expect(mergePatterns(others)).to.have.length(3)
  })

  it('contain placeholders for varying values of keys, and treat values of any kind alike', () => {
    expect(mergeTexts('put size=<n> of=mara kind=gift', 'put size=<n> of=jonas kind=gift')).to.deep.equal([
      'put size=<n> of=<*> kind=gift',
    ])
    expect(mergeTexts('wrote /srv/a/b in <n>ms', 'wrote <id> in <n>s')).to.deep.equal(['wrote <*> in <*>'])
  })

  it('share two thirds of the words of their most frequent member', () => {
    const lines = ['a b c d e f', 'a x c d e f', 'a b y d e f', 'a b c z e f']
    expect(mergeTexts(...lines)).to.deep.equal(['a <*> <*> d e f', 'a b c z e f'])
  })

  it('are compared by first lines only', () => {
    expect(mergeTexts('it broke\n at a', 'it broke\n at b')).to.deep.equal(['it broke\n<*>'])
    expect(mergeTexts('it broke\n at a')).to.deep.equal(['it broke\n at a'])
  })

  it('treat first words as variable if there are very many', () => {
    const names = Array.from({ length: 300 }, (_, index) =>
      String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26)),
    )
    const merged = mergePatterns(names.map((name) => masked(`${name} signed in from home`)))
    expect(merged.map(({ pattern, count }) => [pattern, count])).to.deep.equal([['<*> signed in from home', 300]])
  })

  const words = ['put', 'get', 'mara', 'jonas', 'on', 'off', '<n>'] as const
  const line = (random: Random) =>
    masked(Array.from({ length: random.integer(3, 6) }, () => random.pick(words)).join(' '), random.integer(1, 9))

  for (let seed = 1; seed <= 10; seed++) {
    it(`are the same in any order, contain each pattern once, and match no other one (seed ${seed})`, () => {
      const random = createRandom(seed)
      const given = [
        ...new Map(Array.from({ length: 150 }, () => line(random)).map((one) => [one.pattern, one])).values(),
      ]
      const merged = mergePatterns(given)
      const shuffled = [...given].sort(() => random.next() - 0.5)
      expect(mergePatterns(shuffled)).to.deep.equal(merged)
      expect(merged.flatMap(({ members }) => members).sort(byFrequency)).to.deep.equal([...given].sort(byFrequency))
      for (const { pattern, members } of merged) {
        const expression = new RegExp(`^${pattern.replaceAll('<*>', '[^ ]*')}$`)
        const met = given.filter((one) => expression.test(one.pattern)).sort(byFrequency)
        expect(met, pattern).to.deep.equal([...members].sort(byFrequency))
      }
    })
  }
})
