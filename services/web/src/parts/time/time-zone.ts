import { createStore, useStore } from '../../state/store.js'

/** In which zone clock times are said. It is named wherever they stand. */
export type TimeZone = 'utc' | 'local'

const storageName = 'time-zone'
const timeZone = createStore<TimeZone>(readChoice())

function readChoice(): TimeZone {
  try {
    return localStorage.getItem(storageName) === 'local' ? 'local' : 'utc'
  } catch {
    // Storage is turned off, or this is not a browser: the default holds.
    return 'utc'
  }
}

export function useTimeZone(): TimeZone {
  return useStore(timeZone)
}

export function setTimeZone(zone: TimeZone): void {
  timeZone.set(zone)
  try {
    localStorage.setItem(storageName, zone)
  } catch {
    // Storage is turned off: it holds until the page is left.
  }
}

/** An instant whose UTC fields are those of the chosen zone, Unix milliseconds: only for writing it down. */
export function toShown(timestamp: string | number): Date {
  const at = new Date(timestamp)
  return timeZone.get() === 'utc' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
}

/** `UTC`, or the short name of this computer's zone at an instant, such as `GMT+2`. */
export function zoneName(timestamp: string | number = Date.now()): string {
  if (timeZone.get() === 'utc') return 'UTC'
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(new Date(timestamp))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local time'
}
