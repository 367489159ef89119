import { expect } from 'chai'
import { createTimes, formatDuration } from '../src/parts/time/format-time.js'

const utc = createTimes('utc')
const now = Date.UTC(2026, 4, 14, 3, 4)

describe('relative times', () => {
  it('use the largest unit, and days from a week on', () => {
    const said = [4_000, 21 * 60_000, 3 * 3_600_000, 24 * 3_600_000, 10 * 24 * 3_600_000].map((ms) =>
      utc.ago(now - ms, now),
    )
    expect(said).to.deep.equal(['4 s ago', '21 min ago', '3 h ago', '1 day ago', '4 May'])
  })

  it("are empty for times just ahead of the page's clock, and marked if further ahead", () => {
    expect(utc.ago(now + 3_000, now)).to.equal('0 s ago')
    expect(utc.ago(now + 6 * 60_000, now)).to.equal('in 6 min')
  })
})

describe('a duration', () => {
  it('never has as many of a unit as make the next one', () => {
    const texts = [999.4, 999.6, 9_996, 59_940, 59_960, 3_599_999].map(formatDuration)
    expect(texts).to.deep.equal(['999 ms', '1.00 s', '10.0 s', '59.9 s', '1 min', '59 min 59 s'])
  })
})
