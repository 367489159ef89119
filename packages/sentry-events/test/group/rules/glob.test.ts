import { expect } from 'chai'
import { createRandom, type Random } from '../../../../../test/support/random.js'
import { processorMsOf } from '../processor-time.js'
import { compileGlob as compile, readText, type TextForm } from '../../../src/group/rules/glob.js'
import { createRuleBudget, ruleAllowance, withinBudget } from '../../../src/group/rules/rule-budget.js'

function compileGlob(pattern: string, form: TextForm = 'exact'): (text: string) => boolean {
  const { matches } = compile(pattern, form)
  return (text) => matches(readText(text, form), createRuleBudget(Number.MAX_SAFE_INTEGER))
}

/** What patterns mean, without any bound on the time that matching takes. */
function toRegExp(own: string, isPath: boolean): RegExp {
  const source = own.replaceAll(/(?<=^|\/)\*{2,}\/|\*+|\?|[^*?]/g, (piece) => {
    if (isPath && /^\*{2,}\/$/.test(piece)) return '(?:[^]*/)?'
    if (piece.startsWith('*') && !isPath) return piece.replace(/\*+/, '[^]*')
    if (piece.startsWith('*')) return piece === '*' ? '[^/]*' : '[^]*'
    if (piece === '?') return isPath ? '[^/]' : '[^]'
    return piece.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  })
  return new RegExp(`^(?:${source})$`)
}

const pieces = ['a', 'b', 'a', '/', '/', '*', '**', '**/', '?', 'ab', '/a/', '**/**/', 'é', 'a'.repeat(40)] as const
const textOf = (from: readonly [string, ...string[]], random: Random, max: number) =>
  Array.from({ length: random.integer(0, max) }, () => random.pick(from)).join('')

describe('compileGlob', () => {
  it('compares whole texts; `*` stands for any text and `?` for one character', () => {
    const matches = compileGlob('Order*Err?r')
    expect(['OrderError', 'OrderNotFoundError'].every(matches)).to.equal(true)
    expect(['OrderErrr', 'MyOrderError', 'orderError', 'OrderErrors'].some(matches)).to.equal(false)
    expect(compileGlob('plain')('plain')).to.equal(true)
    expect(compileGlob('plain')('plainer')).to.equal(false)
    expect(compileGlob('*')('')).to.equal(true)
  })

  it('takes regular expression characters literally', () => {
    expect(compileGlob('a.b(c)[d]+*')('a.b(c)[d]+e')).to.equal(true)
    expect(compileGlob('a.b*')('axb')).to.equal(false)
  })

  it('ignores case if requested', () => {
    expect(compileGlob('*Timed Out*', 'any-case')('request timed OUT after 5 s')).to.equal(true)
  })

  it('lets only `**` match slashes in paths', () => {
    expect(compileGlob('src/*.ts', 'path')('src/a.ts')).to.equal(true)
    expect(compileGlob('src/*.ts', 'path')('src/b/a.ts')).to.equal(false)
    expect(compileGlob('src/**', 'path')('/src/b/a.ts')).to.equal(true)
    expect(compileGlob('src/a?b', 'path')('src/a/b')).to.equal(false)
  })

  it('reads `**` between slashes as any number of folders, including none', () => {
    const matches = compileGlob('**/legacy/**/*.js', 'path')
    expect(['/legacy/a.js', 'legacy/a.js', '/srv/legacy/b/c/a.js', 'C:\\srv\\Legacy\\b\\a.js'].every(matches)).to.equal(
      true,
    )
    expect(['/srv/notlegacy/a.js', '/legacy/a.ts', '/legacy'].some(matches)).to.equal(false)
    expect(compileGlob('https://cdn.example.com/**', 'path')('https://cdn.example.com/a/b.js')).to.equal(true)
  })

  it('means the same as a regular expression, for generated patterns and texts', () => {
    const random = createRandom(1)
    let matched = 0
    for (let round = 0; round < 20_000; round += 1) {
      const form = random.pick<TextForm>(['exact', 'path'])
      const pattern = textOf(pieces, random, 7)
      const text =
        textOf(['a', 'b', '/', 'a/b', 'é', '?', '/a'], random, 8) + (random.next() < 0.1 ? 'a'.repeat(80) : '')
      const [own, subject] = [readText(pattern, form), readText(text, form)]
      const end = own.slice(own.search(/[^*?]*$/))
      const expected = subject.endsWith(end) && toRegExp(own, form === 'path').test(subject)
      expect(compileGlob(pattern, form)(text), `${form} ${pattern} ${text}`).to.equal(expected)
      matched += Number(expected)
    }
    expect(matched).to.be.within(500, 18_000)
  })

  it('counts steps for every text; an event that takes too many is stopped, and the next has an allowance again', () => {
    const wild = compile('*b?b*', 'exact')
    const budget = createRuleBudget(0)
    const matchOften = (times: number) =>
      withinBudget(budget, (ofEvent) => {
        for (let time = 0; time < times; time += 1) wild.matches('ab'.repeat(400), ofEvent)
        return 'done'
      })
    expect(matchOften(1_000)).to.equal(undefined)
    expect(budget.left, 'what was tried counts').to.equal(0)
    expect(matchOften(1)).to.equal('done')
    expect(budget.left).to.be.within(1, ruleAllowance.perEvent - 1)
  })

  it('takes linear time for hostile texts', () => {
    const patterns = [
      '*a*a*a*a*a*a*a*a*a*b',
      '**/a/**/a/**/a/**/a/**/b',
      '?*?*?*?*?*?*?*?*?*?*?*?x',
      '*'.repeat(199) + 'b',
    ]
    const ms = processorMsOf(() => {
      for (const pattern of patterns) {
        const matches = [compileGlob(pattern), compileGlob(pattern, 'path')]
        for (const text of ['a'.repeat(8_000) + 'b', '/a'.repeat(4_000) + 'b']) matches.forEach((match) => match(text))
      }
    })
    expect(ms).to.be.lessThan(5_000)
  })
})
