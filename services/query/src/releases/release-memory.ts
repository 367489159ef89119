import { limits } from '@signalbox/contracts'
import { createMarkedMemory, type MarkedMemory } from '../memory/marked-memory.js'
import { createLastMarks, type LastMarks } from '../memory/settled-days.js'
import type { QueryContext } from '../reading/query-context.js'

/** Times of first sessions or events, Unix milliseconds, by `keyOf`. */
export type FirstTimes = ReadonlyMap<string, number>

/** Releases that fingerprints were first seen in, by fingerprint, by project. */
export type Origins = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What is known of releases from settled days. Lists then read only the days since. */
export interface ReleaseMemory {
  /** Of all releases in scope, or that there are too many to remember. */
  firstTimes: MarkedMemory<FirstTimes | 'too many'>
  /** Of all fingerprints in scope, or that there are too many to remember. */
  origins: MarkedMemory<Origins | 'too many'>
  marks: LastMarks
}

/** Dependencies of handlers that remember releases. */
export interface ReleaseContext extends QueryContext {
  releaseMemory: ReleaseMemory
}

/** A value and its place in a map, besides the key. */
const entryBytes = 64

const bytesOfKeys = (keys: Iterable<string>) => [...keys].reduce((bytes, key) => bytes + entryBytes + 2 * key.length, 0)

export function createReleaseMemory(): ReleaseMemory {
  const bytesMax = limits.query.rememberedReleasesBytesMax / 2
  return {
    marks: createLastMarks(),
    firstTimes: createMarkedMemory(bytesMax, (times) => (times === 'too many' ? 0 : bytesOfKeys(times.keys()))),
    origins: createMarkedMemory(bytesMax, (origins) =>
      origins === 'too many'
        ? 0
        : [...origins.values()].reduce((bytes, ofProject) => bytes + bytesOfKeys(ofProject.keys()), 0),
    ),
  }
}
