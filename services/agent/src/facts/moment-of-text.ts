import { dayMs, hourMs, minuteMs, parseTimestamp } from '@signalbox/contracts'

const clockTime = /\b(?:at|around|about|near|by)\s+(?:(\d{4}-\d\d-\d\d)[ T])?(\d{1,2})(?::(\d\d))?\s*([ap]m)?\b/i

/**
 * Parses the time that a question names: `what happened at 14:05?`, `around 2pm yesterday`, `at 2026-05-04 14:05`. It
 * is taken as UTC, like all times shown. Without a date, it is the latest such time of day.
 * @returns Unix milliseconds, or undefined if no time is named.
 */
export function readMomentOfText(text: string, now: number): number | undefined {
  const [, date, hours = '', minutes, half] = clockTime.exec(text) ?? []
  if (hours === '' || (minutes === undefined && half === undefined)) return undefined
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  const sinceMidnight = hour * hourMs + Number(minutes ?? 0) * minuteMs
  if (hour > 23 || Number(minutes ?? 0) > 59) return undefined
  if (date !== undefined) {
    const day = parseTimestamp(`${date}T00:00:00Z`)
    return day === undefined ? undefined : Math.min(now, day + sinceMidnight)
  }
  const today = Math.floor(now / dayMs) * dayMs + sinceMidnight
  return /\byesterday\b/i.test(text) ? today - dayMs : today > now ? today - dayMs : today
}
