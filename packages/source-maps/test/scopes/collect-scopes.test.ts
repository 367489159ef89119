import { expect } from 'chai'
import { collectScopes } from '../../src/scopes/collect-scopes.js'

describe('collectScopes', () => {
  const named: Record<string, string | undefined> = {
    'function f(){X}': 'f',
    'var f=function(){X}': 'f',
    'const f=()=>{X}': 'f',
    'a.b=function(){X}': 'a.b',
    'this.b=()=>{X}': 'this.b',
    'class C{m(){X}}': 'C.m',
    'class C{static m(){X}}': 'C.m',
    'class C{#m(){X}}': 'C.#m',
    'class C{get m(){X}}': 'get C.m',
    'class C{set m(v){X}}': 'set C.m',
    'class C{constructor(){X}}': 'new C',
    'class C{a=X}': 'new C',
    'class C{a=()=>{X}}': 'C',
    'var C=class{m(){X}}': 'C.m',
    'var C=class{constructor(){X}}': 'new C',
    'var o={k:function(){X}}': 'o.k',
    'var o={k(){X}}': 'o.k',
    'var o={a:{k(){X}}}': 'o.a.k',
    'var o={get k(){X}}': 'get o.k',
    'f({k(){X}})': '<object>.k',
    'var o={[k](){X}}': 'o.<computed>',
    'const jobs=xs.map(()=>{X})': 'jobs',
    'xs.map(()=>{X})': undefined,
    '(function(){X})()': undefined,
    'return function f(){X}': 'f',
  }
  for (const [code, name] of Object.entries(named)) {
    it(`gives X ${name === undefined ? 'no name' : `the name ${name}`} in ${code}`, () => {
      const at = code.indexOf('X')
      const around = collectScopes(code)?.filter(({ start, end }) => start <= at && at < end)
      expect(around).to.not.be.empty
      expect(
        around
          ?.at(-1)
          ?.name?.map(({ text }) => text)
          .join(''),
      ).to.equal(name)
    })
  }

  it('returns undefined for invalid code and for code nested too deeply for the parser', () => {
    expect(collectScopes('function (')).to.equal(undefined)
    expect(collectScopes('('.repeat(200_000))).to.equal(undefined)
  })
})
