const dayMs = 86_400_000
const yesterday = Math.floor(Date.now() / dayMs) * dayMs - dayMs

/** A moment of the day that tests happen on, UTC. The day is recent: the store drops what is past its retention. */
export function onDay(hours: number, minutes = 0, seconds = 0, milliseconds = 0): number {
  return yesterday + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
}

/** The clock of every service under test stands still here: not on a whole minute. */
export const nowMs = onDay(12, 0, 30)

/** The only project that an organization of a test has, by its id and by its number. */
export const projectId = '01990000-0000-7000-8000-000000000001'
export const projectNumber = 7
