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

/** Instants in the words of one zone. `now` is Unix milliseconds; timestamps may be texts too. */
export interface Times {
  /** How long ago, as `4 s ago`; from a week on the day, with the year when it is another one. Times ahead are `in 5 min`. */
  ago(timestamp: Timestamp, now: number): string
  /** `3 May`, or `3 May 2025` when it is not this year. */
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
  /** `UTC`, or the short name of this computer's zone at an instant, such as `GMT+2`. */
  zone(timestamp?: Timestamp): string
}

/** The words for instants in a zone. Components take `useTimes`, which follows what people choose. */
export function createTimes(timeZone: TimeZone): Times {
  /** An instant whose UTC fields are those of the zone: only for writing it down. */
  const toShown = (timestamp: Timestamp) => {
    const at = new Date(timestamp)
    return timeZone === 'utc' ? at : new Date(at.getTime() - at.getTimezoneOffset() * minuteMs)
  }
  const clockTo = (end: number) => (timestamp: Timestamp) => toShown(timestamp).toISOString().slice(11, end)
  const times: Times = {
    ago: (timestamp, now) => {
      const at = new Date(timestamp).getTime()
      // The page's clock goes in steps, and the server's is another: what has just happened is not ahead.
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

/** The words for instants in the zone that people chose; a component that uses them says them anew when it changes. */
export function useTimes(): Times {
  return timesBy[useTimeZone()]
}

/** A duration of milliseconds: `38 ms`, `3.00 s`, `1 min 40 s`, `2 h 5 min`, `3 days`. */
export function formatDuration(ms: number): string {
  if (ms < secondMs) return `${ms < 10 && !Number.isInteger(ms) ? ms.toFixed(1) : Math.round(ms)} ms`
  if (ms < minuteMs) return `${(ms / secondMs).toFixed(ms < 10 * secondMs ? 2 : 1)} s`
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
