import { expect } from 'chai'
import { readMomentOfText } from '../../src/facts/moment-of-text.js'

const now = Date.parse('2026-05-04T09:30:00Z')

describe('readMomentOfText', () => {
  const read = (text: string) => {
    const at = readMomentOfText(text, now)
    return at === undefined ? undefined : new Date(at).toISOString().slice(0, 16)
  }

  it('reads times of day as their last occurrence', () => {
    expect(read('what happened at 08:05?')).to.equal('2026-05-04T08:05')
    expect(read('what happened around 14:05?')).to.equal('2026-05-03T14:05')
    expect(read('anything wrong yesterday at 7am?')).to.equal('2026-05-03T07:00')
    expect(read('what broke at 2:30 pm')).to.equal('2026-05-03T14:30')
    expect(read('what happened at 2026-05-01 23:10?')).to.equal('2026-05-01T23:10')
  })

  it('ignores other numbers', () => {
    for (const text of ['is it slow?', 'look at 5 services', 'errors at 25:00', 'at 99:99', 'since 12:00'])
      expect(read(text), text).to.equal(undefined)
  })
})
