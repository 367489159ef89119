import { limits } from '@signalbox/contracts'
import { SearchSyntaxError, parseSearch, stringifySearch, toPattern, type SearchTerm } from '@signalbox/event-search'
import { expect } from 'chai'
import fc from 'fast-check'

/** Fragments of the search syntax, so that generated searches are nearly valid, or nearly invalid. */
const piece = fc.constantFrom(
  ...['level:', 'tags[a b]:', 'tags[x]:', '!', '"', '\\', '*', '[', ']', ',', ':', '>', '<=', '-24h', '+1d', ' ', '//'],
  ...['a', 'error', '\n', '\u0000', '\ud800', 'ß', '😀'],
)
const written = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

const someText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('')),
)
const pattern = fc
  .array(fc.oneof(someText.map(toPattern), fc.constant('*'), fc.constant('')), { maxLength: 4 })
  .map((parts) => parts.join(''))
const isNegated = fc.boolean()
const term: fc.Arbitrary<SearchTerm> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: someText, isNegated }),
  fc.record({
    kind: fc.constant('property' as const),
    name: someText,
    values: fc.array(pattern, { minLength: 1, maxLength: 4 }),
    isNegated,
  }),
  fc.record({
    kind: fc.constant('comparison' as const),
    name: someText,
    operator: fc.constantFrom('>', '>=', '<', '<='),
    value: someText,
    isNegated,
  }),
)

describe('the search language', () => {
  it('throws only its own error, with a position in the text', () => {
    fc.assert(
      fc.property(written, (text) => {
        try {
          parseSearch(text)
        } catch (error) {
          expect(error).to.be.instanceOf(SearchSyntaxError)
          expect((error as SearchSyntaxError).position).to.be.within(0, text.length)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('parses the text it writes as the same terms', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 6 }), (terms) => {
        const text = stringifySearch(terms)
        fc.pre(text.length <= limits.search.lengthMax)
        expect(parseSearch(text)).to.deep.equal(terms)
      }),
      { numRuns: 2000 },
    )
  })

  it('writes parsed text so that it parses the same', () => {
    const readable = written.filter((text) => {
      try {
        return parseSearch(text).length > 0
      } catch {
        return false
      }
    })
    fc.assert(
      fc.property(readable, (text) => {
        const terms = parseSearch(text)
        expect(parseSearch(stringifySearch(terms))).to.deep.equal(terms)
      }),
    )
  })
})
