import { dayMs, minuteMs, type MonitorConfig } from '@signalbox/contracts'
import { Cron } from 'croner'

/** A crontab: its instants are fixed, whatever the job does. */
export interface CrontabSchedule {
  kind: 'crontab'
  /** Instants `from <= instant <= until`, oldest first: the newest ones, at most `max`. Unix milliseconds. */
  instantsBetween(range: { fromMs: number; untilMs: number; max: number }): number[]
  /** Latest instant before the time; undefined if there is none. */
  before(ms: number): number | undefined
  /** First instant after the time; undefined if there is none. */
  after(ms: number): number | undefined
}

/** An interval: the next run is expected this long after the previous one. */
export interface IntervalSchedule {
  kind: 'interval'
  /** When the run after one at this time is expected. */
  after(ms: number): number
  /** Length in milliseconds; for months and years, the shortest one. */
  lengthMsMin: number
  /** True if every interval has that length. */
  isFixed: boolean
}

export type Schedule = CrontabSchedule | IntervalSchedule

/** @returns undefined without a schedule, and for an unusable crontab or time zone. */
export function createSchedule(config: MonitorConfig | undefined): Schedule | undefined {
  if (config === undefined) return undefined
  const { schedule } = config
  if ('unit' in schedule) return createInterval(schedule.value, schedule.unit)
  try {
    return createCrontab(schedule.value, config.timezone ?? 'UTC')
  } catch {
    // The sender's crontab or time zone is invalid: without a schedule nothing is expected.
    return undefined
  }
}

/** Creates schedules. Equal ones share an object, so that its computed instants serve all their monitors. */
export function createScheduleBook(): typeof createSchedule {
  const known = new Map<string, Schedule | undefined>()
  return (config) => {
    const key = JSON.stringify([config?.schedule, config?.timezone])
    if (!known.has(key)) known.set(key, createSchedule(config))
    return known.get(key)
  }
}

const pageSizeFirst = 8
const pageSizeMax = 64

/** @throws Error if it isn't a crontab with five fields, or the time zone is unknown. */
function createCrontab(pattern: string, timezone: string): CrontabSchedule {
  const cron = new Cron(pattern, { timezone, mode: '5-part', paused: true })
  // The library validates a time zone only when a time is computed.
  cron.nextRun(new Date(0))
  const listBack = createBackwardList(cron)
  return {
    kind: 'crontab',
    instantsBetween: ({ fromMs, untilMs, max }) =>
      listBack({ fromMs, untilMs, max })
        .slice(0, max)
        .filter((ms) => ms >= fromMs)
        .reverse(),
    before: (ms) => cron.previousRuns(1, new Date(ms))[0]?.getTime(),
    after: (ms) => cron.nextRun(new Date(ms))?.getTime(),
  }
}

type InstantRange = Parameters<CrontabSchedule['instantsBetween']>[0]

/**
 * Instants, newest first, at least those within the range. Computing one is expensive, so those for one end time are
 * cached.
 */
function createBackwardList(cron: Cron): (range: InstantRange) => readonly number[] {
  let endMs: number | undefined
  let found: number[] = []
  let pageSize = pageSizeFirst
  return ({ fromMs, untilMs, max }) => {
    if (untilMs !== endMs) {
      endMs = untilMs
      found = []
      pageSize = pageSizeFirst
    }
    while (found.length < max && (found.at(-1) ?? Infinity) >= fromMs) {
      const page = cron.previousRuns(pageSize, new Date(found.at(-1) ?? untilMs + 1))
      found.push(...page.map((date) => date.getTime()))
      if (page.length < pageSize) break
      pageSize = Math.min(2 * pageSize, pageSizeMax)
    }
    return found
  }
}

const fixedUnitMs = { minute: minuteMs, hour: 60 * minuteMs, day: dayMs, week: 7 * dayMs } as const

type Unit = Extract<MonitorConfig['schedule'], { unit: unknown }>['unit']

function createInterval(value: number, unit: Unit): IntervalSchedule {
  if (unit === 'month' || unit === 'year') {
    const months = unit === 'year' ? 12 * value : value
    return { kind: 'interval', after: (ms) => addMonths(ms, months), lengthMsMin: months * 28 * dayMs, isFixed: false }
  }
  const lengthMs = value * fixedUnitMs[unit]
  return { kind: 'interval', after: (ms) => ms + lengthMs, lengthMsMin: lengthMs, isFixed: true }
}

/** The same day and time some months later, in UTC; the last day of a month that lacks the day. */
function addMonths(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
