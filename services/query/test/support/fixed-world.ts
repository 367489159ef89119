const dayMs = 86_400_000
const yesterday = Math.floor(Date.now() / dayMs) * dayMs - dayMs

/** A time on the tests' day, UTC. The day is recent, because the store drops rows past their retention. */
export function onDay(hours: number, minutes = 0, seconds = 0, milliseconds = 0): number {
  return yesterday + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
}

/** The fixed clock of every tested service: not at a full minute. */
export const nowMs = onDay(12, 0, 30)

/** The only project of a test's organization, by its id and by its number. */
export const projectId = '01990000-0000-7000-8000-000000000001'
export const projectNumber = 7
