import { expect } from 'chai'
import { resolveClockDrift } from '../../src/protocol/index.js'

const minute = 60_000
const day = 24 * 60 * minute
const receivedAt = Date.UTC(2026, 0, 10, 12)

describe('resolveClockDrift', () => {
  it('trusts a clock that is off by less than 55 minutes', () => {
    const sentAt = receivedAt - 54 * minute
    expect(resolveClockDrift({ timestamp: sentAt - 1_000, receivedAt, sentAt })).to.equal(0)
    expect(resolveClockDrift({ timestamp: receivedAt - day, receivedAt, sentAt: undefined })).to.equal(0)
  })

  it('corrects a clock that is off by 55 minutes or more, ahead or behind', () => {
    for (const drift of [55 * minute, -3 * day]) {
      const sentAt = receivedAt - drift
      expect(resolveClockDrift({ timestamp: sentAt - 1_000, receivedAt, sentAt })).to.equal(drift)
    }
  })

  it('moves events from the future or from more than 30 days ago to their arrival', () => {
    for (const timestamp of [receivedAt + minute + 1, receivedAt - 30 * day - 1]) {
      const shift = resolveClockDrift({ timestamp, receivedAt, sentAt: receivedAt })
      expect(timestamp + shift).to.equal(receivedAt)
    }
    for (const timestamp of [receivedAt + minute, receivedAt - 30 * day]) {
      expect(resolveClockDrift({ timestamp, receivedAt, sentAt: undefined })).to.equal(0)
    }
  })

  it('leaves older events unchanged if their retention allows it', () => {
    const readings = { timestamp: receivedAt - 40 * day, receivedAt, sentAt: undefined }
    expect(resolveClockDrift({ ...readings, ageDaysMax: 90 })).to.equal(0)
    expect(resolveClockDrift({ ...readings, ageDaysMax: 39 })).to.equal(40 * day)
  })
})
