import { expect } from 'chai'
import fc from 'fast-check'
import { quoteName, quoteText, tokenize } from '../../src/sql/tokenize.js'

const kindsOf = (sql: string) =>
  [...tokenize(sql)].filter(({ kind }) => kind !== 'space').map(({ kind, text }) => [kind, text])

describe('tokenize', () => {
  it('restores the complete text, whatever it is', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom("'", '`', '"', '--', '/*', '*/', '\\', '\n', '(', 'ENGINE', "''"),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const sql = pieces.join('')
        const tokens = [...tokenize(sql)]
        expect(tokens.map(({ text }) => text).join('')).to.equal(sql)
        for (const { start, text } of tokens) expect(sql.startsWith(text, start)).to.equal(true)
      }),
    )
  })

  it('ignores words in strings, names and comments', () => {
    expect(kindsOf(`a 'it''s \\' ENGINE' "b c" \`d\\\`e\` -- ENGINE\n/* ENGINE */ 12.5`)).to.deep.equal([
      ['word', 'a'],
      ['text', `'it''s \\' ENGINE'`],
      ['name', '"b c"'],
      ['name', '`d\\`e`'],
      ['comment', '-- ENGINE'],
      ['comment', '/* ENGINE */'],
      ['number', '12.5'],
    ])
  })

  it('tokenizes quoted text back to one token', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(kindsOf(quoteText(value))).to.have.length(1)
        expect(kindsOf(quoteName(value))).to.have.length(1)
      }),
    )
  })
})
