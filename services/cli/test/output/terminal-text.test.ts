import { expect } from 'chai'
import { wrapLines } from '../../src/output/terminal-text.js'

describe('wrapLines', () => {
  const cases: [what: string, text: string, wrapped: string][] = [
    ['leaves lines that fit as they are', 'a  b\n  c', 'a  b\n  c'],
    ['breaks between words', 'it began just before this was asked', 'it began just before\nthis was asked'],
    ['goes on below the value of a field', 'Cause   a deployment of it', 'Cause   a deployment\n        of it'],
    ['goes on below the text of a list', '  + it began at 12:00 UTC', '  + it began at\n    12:00 UTC'],
    ['gives a line to what is copied whole', 'Id    0123456789abcdef', 'Id\n0123456789abcdef'],
    ['does not cut a word that does not fit', 'see 0123456789012345678901234', 'see\n0123456789012345678901234'],
  ]
  for (const [what, text, wrapped] of cases) {
    it(what, () => {
      expect(wrapLines(text, 20)).to.equal(wrapped)
      expect(wrapLines(text)).to.equal(text)
    })
  }
})
