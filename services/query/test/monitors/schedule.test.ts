import { expect } from 'chai'
import { createSchedule, createScheduleBook, type CrontabSchedule } from '../../src/monitors/schedule.js'

function crontab(value: string): CrontabSchedule {
  const schedule = createSchedule({ schedule: { type: 'crontab', value } })
  if (schedule?.kind !== 'crontab') throw new Error(`${value} is not a crontab`)
  return schedule
}

const minuteMs = 60_000
const noon = Date.parse('2026-06-10T12:00:00Z')

describe('crontab instants', () => {
  it('include both ends of the range, oldest first', () => {
    const range = { fromMs: noon - 2 * minuteMs, untilMs: noon, max: 10 }
    expect(crontab('* * * * *').instantsBetween(range)).to.deep.equal([noon - 2 * minuteMs, noon - minuteMs, noon])
  })

  it('are the newest if there are more than requested', () => {
    const instants = crontab('* * * * *').instantsBetween({ fromMs: 0, untilMs: noon, max: 500 })
    expect(instants).to.have.length(500)
    expect(instants[0]).to.equal(noon - 499 * minuteMs)
    expect(instants.at(-1)).to.equal(noon)
  })

  it('are independent of earlier calls', () => {
    const used = crontab('*/5 * * * *')
    const ranges = [
      { fromMs: noon - 1000 * minuteMs, untilMs: noon, max: 1000 },
      { fromMs: noon - 10 * minuteMs, untilMs: noon, max: 1000 },
      { fromMs: noon - 2000 * minuteMs, untilMs: noon, max: 300 },
      { fromMs: noon - 30 * minuteMs, untilMs: noon - minuteMs, max: 1000 },
      { fromMs: noon + 1, untilMs: noon + 2, max: 1000 },
    ]
    for (const range of ranges) {
      expect(used.instantsBetween(range)).to.deep.equal(crontab('*/5 * * * *').instantsBetween(range))
    }
  })

  it('are empty for a day that never occurs', () => {
    const never = crontab('0 0 30 2 *')
    expect(never.instantsBetween({ fromMs: 0, untilMs: noon, max: 10 })).to.deep.equal([])
    expect([never.before(noon), never.after(noon)]).to.deep.equal([undefined, undefined])
  })
})

describe('createScheduleBook', () => {
  it('shares equal schedules, and distinguishes time zones', () => {
    const find = createScheduleBook()
    const schedule = { type: 'crontab', value: '0 9 * * *' } as const
    expect(find({ schedule, max_runtime: 5 })).to.equal(find({ schedule }))
    expect(find({ schedule, timezone: 'Asia/Tokyo' })).not.to.equal(find({ schedule }))
    expect(find(undefined)).to.equal(undefined)
  })
})
