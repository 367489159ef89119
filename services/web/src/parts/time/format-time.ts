import { toShown, zoneName } from './time-zone.js'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const steps = [
  { below: minuteMs, unitMs: secondMs, word: 's' },
  { below: hourMs, unitMs: minuteMs, word: 'min' },
  { below: dayMs, unitMs: hourMs, word: 'h' },
  { below: 7 * dayMs, unitMs: dayMs, word: 'days' },
] as const

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** How long ago, as `4 s ago`; from a week on the day, with the year when it is another one. Times ahead are `in 5 min`. */
export function formatAgo(timestamp: string | number, now: number): string {
  const at = new Date(timestamp).getTime()
  const distance = Math.abs(now - at)
  const step = steps.find(({ below }) => distance < below)
  if (!step) return formatDay(at, now)
  const count = Math.floor(distance / step.unitMs)
  const word = step.word === 'days' && count === 1 ? 'day' : step.word
  return now >= at ? `${count} ${word} ago` : `in ${count} ${word}`
}

/** `3 May`, or `3 May 2025` when it is not this year, in the chosen zone. */
export function formatDay(timestamp: string | number, now: number): string {
  const at = toShown(timestamp)
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()] ?? ''}`
  return at.getUTCFullYear() === toShown(now).getUTCFullYear() ? day : `${day} ${at.getUTCFullYear()}`
}

/** `03:03:57` in the chosen zone; with milliseconds `03:03:57.713`. */
export function formatClock(timestamp: string | number, hasMs = false): string {
  return toShown(timestamp)
    .toISOString()
    .slice(11, hasMs ? 23 : 19)
}

/** `14 May, 03:03:57.713 UTC`. */
export function formatExactTime(timestamp: string | number, now: number): string {
  return `${formatDay(timestamp, now)}, ${formatClock(timestamp, true)} ${zoneName(timestamp)}`
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
