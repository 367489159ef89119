import { expect } from 'chai'
import { processorMsOf } from '../processor-time.js'
import { compileGlob as compile, type GlobOptions } from '../../../src/group/rules/glob.js'
import { createRuleBudget, withinBudget } from '../../../src/group/rules/rule-budget.js'

const path = { isPath: true }

function compileGlob(pattern: string, options: GlobOptions = {}): (text: string) => boolean {
  const matches = compile(pattern, options)
  return (text) => matches(text, createRuleBudget())
}

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
    expect(compileGlob('*Timed Out*', { isCaseIgnored: true })('request timed OUT after 5 s')).to.equal(true)
  })

  it('lets only `**` match slashes in paths', () => {
    expect(compileGlob('src/*.ts', path)('src/a.ts')).to.equal(true)
    expect(compileGlob('src/*.ts', path)('src/b/a.ts')).to.equal(false)
    expect(compileGlob('src/**', path)('/src/b/a.ts')).to.equal(true)
    expect(compileGlob('src/a?b', path)('src/a/b')).to.equal(false)
  })

  it('reads `**` between slashes as any number of folders, including none', () => {
    const matches = compileGlob('**/legacy/**/*.js', path)
    expect(['/legacy/a.js', 'legacy/a.js', '/srv/legacy/b/c/a.js', 'C:\\srv\\Legacy\\b\\a.js'].every(matches)).to.equal(
      true,
    )
    expect(['/srv/notlegacy/a.js', '/legacy/a.ts', '/legacy'].some(matches)).to.equal(false)
    expect(compileGlob('https://cdn.example.com/**', path)('https://cdn.example.com/a/b.js')).to.equal(true)
  })

  it('counts steps for every text, and stops when an event has used them up', () => {
    const budget = { left: 1_000 }
    const [wild, plain] = [compile('*b*b*'), compile('plain')]
    expect(withinBudget(budget, (ofEvent) => wild('ab'.repeat(10), ofEvent))).to.equal(true)
    const { left } = budget
    expect(left).to.be.lessThan(1_000)
    expect(withinBudget(budget, (ofEvent) => plain('x', ofEvent))).to.equal(false)
    expect(budget.left).to.be.lessThan(left)
    expect(withinBudget(budget, (ofEvent) => wild('ab'.repeat(400), ofEvent))).to.equal(undefined)
    expect(budget.left, 'what was tried counts').to.equal(0)
    expect(withinBudget(budget, (ofEvent) => plain('plain', ofEvent))).to.equal(undefined)
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
        const matches = [compileGlob(pattern), compileGlob(pattern, path)]
        for (const text of ['a'.repeat(8_000) + 'b', '/a'.repeat(4_000) + 'b']) matches.forEach((match) => match(text))
      }
    })
    expect(ms).to.be.lessThan(5_000)
  })
})
