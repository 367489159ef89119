import { expect } from 'chai'
import { formatValue } from '../../src/output/format-numbers.js'
import { toDatedTime } from '../../src/output/screen.js'

const now = Date.parse('2026-06-01T12:00:00.000Z')

describe('times in detail views', () => {
  it('are relative on a terminal', () => {
    expect(toDatedTime('2026-06-01T11:57:00.000Z', { width: 80, now })).to.equal('2026-06-01T11:57:00.000Z (3m ago)')
  })

  it('are unchanged in a pipe, and if old or missing', () => {
    expect(toDatedTime('2026-06-01T11:57:00.000Z', { now })).to.equal('2026-06-01T11:57:00.000Z')
    expect(toDatedTime('2026-01-01T00:00:00.000Z', { width: 80, now })).to.equal('2026-01-01T00:00:00.000Z')
    expect(toDatedTime('', { width: 80, now })).to.equal('')
  })
})

describe('metric values', () => {
  it('are exact if integer, and rounded to six digits otherwise', () => {
    expect([8_589_934_592, 0, -3, 0.123_456_789, 1_234_567.89].map(formatValue)).to.deep.equal([
      '8589934592',
      '0',
      '-3',
      '0.123457',
      '1234568',
    ])
  })
})
