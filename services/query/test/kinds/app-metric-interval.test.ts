import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { gridOf } from '../../src/kinds/app-metric-interval.js'

const hourMs = 3_600_000
const endMs = Date.parse('2026-05-01T12:00:00Z')

function back(lengthMs: number) {
  return { startMs: endMs - lengthMs, endMs, untilMs: endMs + hourMs }
}

describe('series intervals', () => {
  const chosen: [hours: number, seconds: number][] = [
    [1 / 12, 10],
    [1, 30],
    [6, 300],
    [24, 600],
    [7 * 24, 7_200],
    [30 * 24, 21_600],
    [400 * 24, 604_800],
  ]
  for (const [hours, seconds] of chosen) {
    it(`are ${seconds} s for ${hours < 1 ? `${hours * 60} min` : `${hours} h`}`, () => {
      expect(gridOf(back(hours * hourMs), undefined).intervalSeconds).to.equal(seconds)
    })
  }

  it('are as long as requested', () => {
    expect(gridOf(back(hourMs), 60).intervalSeconds).to.equal(60)
  })

  it('are rejected if there would be too many, with an accepted length', () => {
    expect(() => gridOf(back(24 * hourMs), 10)).to.throw('must be at least 174 for this range')
    for (const lengthMs of [600_001, hourMs, 24 * hourMs + 1, 30 * 24 * hourMs]) {
      for (const shift of [0, 1, 999, 123_456]) {
        const window = { startMs: endMs - lengthMs - shift, endMs: endMs - shift, untilMs: endMs }
        const least = Math.ceil(lengthMs / 1000 / (limits.query.appMetricBucketsMax - 1))
        expect(gridOf(window, least).intervalSeconds).to.equal(least)
      }
    }
  })

  it('end where there would be too many, whatever is ahead of the clock', () => {
    const { window } = gridOf(back(300_000), 1)
    expect((window.untilMs - window.startMs) / 1000).to.equal(limits.query.appMetricBucketsMax)
  })
})
