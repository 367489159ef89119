import { expect } from 'chai'
import { parseProtocolTimestamp } from '../../src/protocol/index.js'

const noon = Date.UTC(2026, 0, 10, 12)

describe('parseProtocolTimestamp', () => {
  it('reads seconds with or without a fraction', () => {
    expect(parseProtocolTimestamp(noon / 1000)).to.equal(noon)
    expect(parseProtocolTimestamp(noon / 1000 + 0.0605)).to.equal(noon + 60.5)
    expect(parseProtocolTimestamp(0)).to.equal(0)
  })

  it('reads RFC 3339, without a zone as UTC, and truncates nanoseconds to microseconds', () => {
    expect(parseProtocolTimestamp('2026-01-10T12:00:00')).to.equal(noon)
    expect(parseProtocolTimestamp('2026-01-10T13:00:00+01:00')).to.equal(noon)
    expect(parseProtocolTimestamp('2026-01-10T12:00:00.123456789Z')).to.equal(noon + 123.456)
  })

  it('returns undefined for anything else', () => {
    for (const value of ['', 'now', '1768046400', -1, NaN, Infinity, 1e300, null, undefined, {}, [], true]) {
      expect(parseProtocolTimestamp(value)).to.equal(undefined)
    }
  })
})
