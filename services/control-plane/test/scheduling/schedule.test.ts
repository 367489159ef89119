import { expect } from 'chai'
import { openSchedule, ScheduleFault } from '../../src/scheduling/schedule.js'

const at = (text: string) => Date.parse(text)

/** Instants after a time, as ISO texts. */
function following(cron: string, zone: string, from: string, count: number): string[] {
  const schedule = openSchedule(cron, zone)
  const found: string[] = []
  let ms = at(from)
  for (let i = 0; i < count; i++) {
    ms = schedule.after(ms) ?? Number.NaN
    found.push(new Date(ms).toISOString().slice(0, 16))
  }
  return found
}

describe('schedules', () => {
  it('are read in their time zone', () => {
    expect(following('0 9 * * 1-5', 'America/New_York', '2026-07-03T14:00:00Z', 2)).to.deep.equal([
      '2026-07-06T13:00',
      '2026-07-07T13:00',
    ])
  })

  it('fire once, at the next existing instant, for a skipped local time', () => {
    const expected = ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30']
    expect(following('30 2 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z', 3)).to.deep.equal(expected)
    expect(following('0,30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).to.deep.equal([
      '2026-03-29T01:00',
      '2026-03-30T00:00',
    ])
  })

  it('fire once, the first time, for a repeated local time', () => {
    const expected = ['2026-10-25T00:30', '2026-10-26T01:30']
    expect(following('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).to.deep.equal(expected)
    // Lord Howe Island changes its clocks by half an hour.
    expect(following('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', 2)).to.deep.equal([
      '2026-04-04T14:45',
      '2026-04-05T15:15',
    ])
  })

  it('follow elapsed time for every hour or minute', () => {
    const hourly = following('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00Z', 4)
    expect(hourly).to.deep.equal(['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00', '2026-10-25T03:00'])
    const spring = following('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:10:00Z', 3)
    expect(spring).to.deep.equal(['2026-03-29T00:30', '2026-03-29T01:00', '2026-03-29T01:30'])
  })

  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  ]
  const crontabs = [
    '30 2 * * *',
    '0,30 2 * * *',
    '*/20 * * * *',
    '15 1-3 * * *',
    '0 0 * * *',
    '5 */6 * * 0',
    '59 23 31 12 *',
  ]
  /** Follows a schedule from a time on, and looks back from each instant. */
  const expectAgreement = (cron: string, zone: string, start: string) => {
    const schedule = openSchedule(cron, zone)
    let before = schedule.after(at(start)) ?? Number.NaN
    for (let i = 0; i < 40; i++) {
      const next = schedule.after(before) ?? Number.NaN
      expect(next).to.be.greaterThan(before)
      const found = [before, before + 1, next - 1].map((moment) => schedule.latestUntil(moment))
      expect(found, `${cron} ${new Date(before).toISOString()}`).to.deep.equal([before, before, before])
      before = next
    }
  }

  for (const zone of zones) {
    it(`find the last occurrence before a time consistently with the following ones, in ${zone}`, () => {
      for (const start of ['2026-03-27T00:00:00Z', '2026-10-23T00:00:00Z', '2026-04-03T00:00:00Z']) {
        for (const cron of crontabs) expectAgreement(cron, zone, start)
      }
    })
  }

  for (const [cron, zone, part] of [
    ['', 'UTC', 'cron'],
    ['* * * *', 'UTC', 'cron'],
    ['* * * * * *', 'UTC', 'cron'],
    ['60 * * * *', 'UTC', 'cron'],
    ['* * * * 8', 'UTC', 'cron'],
    ['nonsense', 'UTC', 'cron'],
    ['0 0 31 2 *', 'UTC', 'cron'],
    ['0 0 * * *', 'Europe/Nowhere', 'time_zone'],
    ['0 0 * * *', '+02:00', 'time_zone'],
    ['0 0 * * *', '', 'time_zone'],
  ] as const) {
    it(`reject ${JSON.stringify(cron)} in ${JSON.stringify(zone)}, naming ${part}`, () => {
      expect(() => openSchedule(cron, zone))
        .to.throw(ScheduleFault)
        .with.property('part', part)
    })
  }
})
