import { useTimeZone, type TimeZone } from './time-zone.js'

const secondMs = 1_000
const justMs = 10 * secondMs
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const steps = [
  { below: minuteMs, unitMs: secondMs, word: 's' },
  { below: hourMs, unitMs: minuteMs, word: 'min' },
  { below: dayMs, unitMs: hourMs, word: 'h' },
  { below: 7 * dayMs, unitMs: dayMs, word: 'days' },
] as const

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

type Timestamp = string | number

/** Formats instants in one time zone. `now` is in Unix milliseconds; timestamps may also be texts. */
export interface Times {
  /**
   * Relative time such as `4 s ago`; from a week on, the day, with the year if it differs. Future times are `in 5 min`.
   */
  ago(timestamp: Timestamp, now: number): string
  /** `3 May`, or `3 May 2025` in another year. */
  day(timestamp: Timestamp, now: number): string
  /** `03:03:57`. */
  clock(timestamp: Timestamp): string
  /** `03:03:57.713`. */
  clockMs(timestamp: Timestamp): string
  /** `03:03`. */
  minute(timestamp: Timestamp): string
  /** `14 May, 03:03 UTC`. */
  dayTime(timestamp: Timestamp, now: number): string
  /** `14 May, 03:03:57.713 UTC`. */
  exact(timestamp: Timestamp, now: number): string
  /** `UTC`, or the short name of the local zone at an instant, such as `GMT+2`. */
  zone(timestamp?: Timestamp): string
}

/** Formatters for a time zone. Components use `useTimes`, which follows the person's choice. */
export function createTimes(timeZone: TimeZone): Times {
  /** An instant whose UTC fields are the zone's: for formatting only. */
  const toShown = (timestamp: Timestamp) => {
    const at = new Date(timestamp)
    return timeZone === 'utc' ? at : new Date(at.getTime() - at.getTimezoneOffset() * minuteMs)
  }
  const clockTo = (end: number) => (timestamp: Timestamp) => toShown(timestamp).toISOString().slice(11, end)
  const times: Times = {
    ago: (timestamp, now) => {
      const at = new Date(timestamp).getTime()
      // The page's clock advances in steps and differs from the server's: very recent times are not in the future.
      if (at > now && at - now < justMs) return '0 s ago'
      const distance = Math.abs(now - at)
      const step = steps.find(({ below }) => distance < below)
      if (!step) return times.day(at, now)
      const count = Math.floor(distance / step.unitMs)
      const word = step.word === 'days' && count === 1 ? 'day' : step.word
      return now >= at ? `${count} ${word} ago` : `in ${count} ${word}`
    },
    day: (timestamp, now) => {
      const at = toShown(timestamp)
      const day = `${at.getUTCDate()} ${months[at.getUTCMonth()] ?? ''}`
      return at.getUTCFullYear() === toShown(now).getUTCFullYear() ? day : `${day} ${at.getUTCFullYear()}`
    },
    clock: clockTo(19),
    clockMs: clockTo(23),
    minute: clockTo(16),
    dayTime: (timestamp, now) => `${times.day(timestamp, now)}, ${times.minute(timestamp)} ${times.zone(timestamp)}`,
    exact: (timestamp, now) => `${times.day(timestamp, now)}, ${times.clockMs(timestamp)} ${times.zone(timestamp)}`,
    zone: (timestamp = Date.now()) => (timeZone === 'utc' ? 'UTC' : nameLocalZone(timestamp)),
  }
  return times
}

const zoneNames = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })

function nameLocalZone(timestamp: Timestamp): string {
  const parts = zoneNames.formatToParts(new Date(timestamp))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local time'
}

const timesBy: Readonly<Record<TimeZone, Times>> = { utc: createTimes('utc'), local: createTimes('local') }

/** Formatters in the chosen time zone; components render again when it changes. */
export function useTimes(): Times {
  return timesBy[useTimeZone()]
}

/** A duration in milliseconds: `38 ms`, `3.00 s`, `1 min 40 s`, `2 h 5 min`, `3 days`. */
export function formatDuration(ms: number): string {
  // The bounds are those of the rounded values: never `1000 ms` or `60.0 s`.
  if (ms < secondMs - 0.5) return `${ms < 9.95 && !Number.isInteger(ms) ? ms.toFixed(1) : Math.round(ms)} ms`
  if (ms < minuteMs - 50) return `${(ms / secondMs).toFixed(ms < 9_995 ? 2 : 1)} s`
  if (ms < minuteMs) return '1 min'
  if (ms < hourMs) return twoUnits(ms, { unitMs: minuteMs, word: 'min' }, { unitMs: secondMs, word: 's' })
  if (ms < dayMs) return twoUnits(ms, { unitMs: hourMs, word: 'h' }, { unitMs: minuteMs, word: 'min' })
  const days = Math.round(ms / dayMs)
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

interface Unit {
  unitMs: number
  word: string
}

function twoUnits(ms: number, large: Unit, small: Unit): string {
  const whole = Math.floor(ms / large.unitMs)
  const rest = Math.floor((ms % large.unitMs) / small.unitMs)
  return rest === 0 ? `${whole} ${large.word}` : `${whole} ${large.word} ${rest} ${small.word}`
}
