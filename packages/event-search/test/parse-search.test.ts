import { limits } from '@signalbox/contracts'
import { SearchSyntaxError, parseSearch, type SearchTerm } from '@signalbox/event-search'
import { expect } from 'chai'

const property = (name: string, values: string[], isNegated = false): SearchTerm => {
  return { kind: 'property', name, values, isNegated }
}
const text = (words: string, isNegated = false): SearchTerm => ({ kind: 'text', text: words, isNegated })
const comparison = (name: string, operator: '>' | '>=' | '<' | '<=', value: string, isNegated = false): SearchTerm => {
  return { kind: 'comparison', name, operator, value, isNegated }
}

describe('parseSearch', () => {
  const read: [text: string, terms: SearchTerm[]][] = [
    ['', []],
    ['  \t\n ', []],
    ['is:unresolved  level:error', [property('is', ['unresolved']), property('level', ['error'])]],
    ['timeout "in two words"', [text('timeout'), text('in two words')]],
    ['!level:info !"no such" !word', [property('level', ['info'], true), text('no such', true), text('word', true)]],
    ['level:[error, fatal]', [property('level', ['error', 'fatal'])]],
    ['release:["a b" ,c]', [property('release', ['a b', 'c'])]],
    ['release:web@1.2.*', [property('release', ['web@1.2.*'])]],
    ['release:""', [property('release', [''])]],
    [String.raw`message:"a \"b\" \* c:\d"`, [property('message', [String.raw`a "b" \* c:\\d`])]],
    ['times_seen:>100 users:<=5', [comparison('times_seen', '>', '100'), comparison('users', '<=', '5')]],
    ['first_seen:>2026-05-01', [comparison('first_seen', '>', '2026-05-01')]],
    ['age:-24h !age:+1.5d', [comparison('age', '<', '24h'), comparison('age', '>', '1.5d', true)]],
    ['build:-24 build:"-24h"', [property('build', ['-24']), property('build', ['-24h'])]],
    ['tags[release]:x "my key":y', [property('tags[release]', ['x']), property('my key', ['y'])]],
    ['https://shop.example/cart 12:30', [text('https://shop.example/cart'), text('12:30')]],
    ['user.email:ann@example.com', [property('user.email', ['ann@example.com'])]],
    ['a"b c:d"e', [text('a"b'), property('c', ['d"e'])]],
    [String.raw`"back\\slash \"quoted\" \n"`, [text(String.raw`back\slash "quoted" \n`)]],
  ]
  for (const [written, terms] of read) {
    it(`parses ${JSON.stringify(written)}`, () => {
      expect(parseSearch(written)).to.deep.equal(terms)
    })
  }

  const refused: [text: string, position: number, expected: RegExp][] = [
    ['level:', 6, /a value/],
    ['TypeError: x', 10, /a value/],
    ['level:[error', 12, /"," or "]"/],
    ['level:[]', 7, /a value/],
    ['level:[error,]', 13, /a value/],
    ['a "b', 2, /a closing "/],
    ['"a"b', 3, /a space/],
    ['level:"a"b', 9, /a space/],
    ['a !', 3, /text or a property/],
    ['""', 2, /text or a property/],
    ['"":x', 0, /a property name/],
    ['users:>', 7, /a number or a time/],
    ['users:>""', 9, /a number or a time/],
  ]
  for (const [written, position, expected] of refused) {
    it(`locates the fault in ${JSON.stringify(written)}`, () => {
      expect(() => parseSearch(written))
        .to.throw(SearchSyntaxError, expected)
        .with.property('position', position)
    })
  }

  it('rejects overlong searches and too many terms or values', () => {
    const { lengthMax, termsMax, valuesMax } = limits.search
    const tooMany = [
      'a'.repeat(lengthMax + 1),
      'a '.repeat(termsMax + 1),
      `level:[${'a,'.repeat(valuesMax)}a]`,
      'level:[error,'.repeat(100),
    ]
    for (const written of tooMany) expect(() => parseSearch(written)).to.throw(SearchSyntaxError)
    expect(parseSearch('a '.repeat(termsMax))).to.have.length(termsMax)
  })
})
