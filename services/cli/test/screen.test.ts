import { expect } from 'chai'
import { formatValue } from '../src/format-numbers.js'
import { toDatedTime } from '../src/screen.js'

const now = Date.parse('2026-06-01T12:00:00.000Z')

describe('times of one thing in full', () => {
  it('say on a terminal how long ago they are', () => {
    expect(toDatedTime('2026-06-01T11:57:00.000Z', { width: 80, now })).to.equal('2026-06-01T11:57:00.000Z (3m ago)')
  })

  it('stay as they are in a pipe, and where they are old or missing', () => {
    expect(toDatedTime('2026-06-01T11:57:00.000Z', { now })).to.equal('2026-06-01T11:57:00.000Z')
    expect(toDatedTime('2026-01-01T00:00:00.000Z', { width: 80, now })).to.equal('2026-01-01T00:00:00.000Z')
    expect(toDatedTime('', { width: 80, now })).to.equal('')
  })
})

describe('values of metrics', () => {
  it('are exact when they are whole, and rounded to six digits when they are not', () => {
    expect([8_589_934_592, 0, -3, 0.123_456_789, 1_234_567.89].map(formatValue)).to.deep.equal([
      '8589934592',
      '0',
      '-3',
      '0.123457',
      '1234568',
    ])
  })
})
