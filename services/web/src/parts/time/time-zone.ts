import { createPersistedStore } from '../../state/persisted-store.js'
import { useStore } from '../../state/store.js'

/** Time zone of displayed clock times. Always named next to them. */
export type TimeZone = 'utc' | 'local'

const timeZone = createPersistedStore<TimeZone>({
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
