import { createKeptStore } from '../../state/kept-store.js'
import { useStore } from '../../state/store.js'

/** In which zone clock times are said. It is named wherever they stand. */
export type TimeZone = 'utc' | 'local'

const timeZone = createKeptStore<TimeZone>({
  name: 'time-zone',
  read: (text) => (text === 'local' ? 'local' : 'utc'),
  write: (zone) => zone,
})

export function useTimeZone(): TimeZone {
  return useStore(timeZone)
}

export function setTimeZone(zone: TimeZone): void {
  timeZone.set(zone)
}
