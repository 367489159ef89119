import { limits } from '@signalbox/contracts'
import { createMarkedMemory, type MarkedMemory } from '../memory/marked-memory.js'
import { createLastMarks, type LastMarks } from '../memory/settled-days.js'
import type { QueryContext } from '../reading/query-context.js'

/** Times of first sessions or events, Unix milliseconds, by `keyOf`. */
export type FirstTimes = ReadonlyMap<string, number>

/** What is known of releases from settled days. Lists then read only the days since. */
export interface ReleaseMemory {
  /** Of all releases in scope, or that there are too many to remember. */
  firstTimes: MarkedMemory<FirstTimes | 'too many'>
  marks: LastMarks
}

/** Dependencies of handlers that remember first times. */
export interface ReleaseContext extends QueryContext {
  releaseMemory: ReleaseMemory
}

/** A time and its place in the map, besides the name. */
const entryBytes = 64

export function createReleaseMemory(): ReleaseMemory {
  return {
    marks: createLastMarks(),
    firstTimes: createMarkedMemory(limits.query.rememberedReleasesBytesMax, (times) =>
      times === 'too many' ? 0 : [...times.keys()].reduce((bytes, key) => bytes + entryBytes + 2 * key.length, 0),
    ),
  }
}
