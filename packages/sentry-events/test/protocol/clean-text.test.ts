import { expect } from 'chai'
import { cleanText } from '../../src/protocol/index.js'

describe('cleanText', () => {
  it('replaces lone surrogates and retains pairs and NUL', () => {
    expect(cleanText('a\0b \ud800 c \udc00 💥', 100)).to.equal('a\0b \ufffd c \ufffd 💥')
  })

  it('shortens to the length, including the ellipsis', () => {
    expect(cleanText('abcdef', 6)).to.equal('abcdef')
    expect(cleanText('abcdefg', 6)).to.equal('abc...')
    expect(cleanText('abcdefg', 2)).to.equal('..')
    expect(cleanText('abc', 0)).to.equal('')
  })

  it('never splits a surrogate pair', () => {
    for (let length = 3; length < 12; length++) {
      const text = cleanText('💥'.repeat(40), length)
      expect(text).to.not.match(/\p{Surrogate}/u)
      expect(text.length).to.be.at.most(length)
    }
  })
})
