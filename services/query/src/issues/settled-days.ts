import { dayMs, limits, type RankedProject } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { LRUCache } from 'lru-cache'
import type { QueryContext } from '../reading/query-context.js'
import type { Filter } from '../selection/filter.js'
import type { RememberedOccurrences } from './issue-occurrences.js'
import type { MatchedGroup } from './matched-group.js'

/**
 * Sums over settled days, remembered as long as the stored parts of these days stay the same. A day is settled once it
 * has been over for so long that events rarely arrive for it. Issue lists then read only the days since.
 */
export interface SettledDays {
  /** Groups of all projects in scope, or that there are too many to remember. */
  rankings: DayMemory<readonly RankedProject[] | 'too many'>
  /** Occurrences of one issue, or that it has too many users to remember. */
  occurrences: DayMemory<RememberedOccurrences | 'too many'>
  /** Groups that match a search, or that they or their users are too many. */
  searches: DayMemory<readonly MatchedGroup[] | 'too many'>
  /** The last mark of each range of days. */
  marks: LRUCache<string, string>
}

/** Dependencies of handlers that remember sums. */
export interface IssueContext extends QueryContext {
  settledDays: SettledDays
}

/** Values computed from stored parts, by key. The values used longest ago make room for new ones. */
export interface DayMemory<Value> {
  /** @returns undefined unless the value was computed from the parts that `mark` stands for. */
  get(key: string, mark: string): Value | undefined
  /** @returns the value that was computed last, even if the parts have changed since. */
  last(key: string): Value | undefined
  set(key: string, mark: string, value: Value): void
}

/** How long a day must have been over. A clock that is behind, or a device that was offline, sends events until then. */
const settledAfterMs = 3 * dayMs

/** Start of the first day (UTC) that isn't settled. */
export function settledUntil(nowMs: number): number {
  return Math.floor((nowMs - settledAfterMs) / dayMs) * dayMs
}

const marksMax = 1_000

export function createSettledDays(): SettledDays {
  const bytesMax = limits.query.rememberedBytesMax / 3
  return {
    marks: new LRUCache({ max: marksMax }),
    rankings: createDayMemory(bytesMax, (projects) =>
      projects === 'too many' ? 0 : projects.reduce((bytes, project) => bytes + bytesOfGroups(project), 0),
    ),
    occurrences: createDayMemory(bytesMax, (found) =>
      found === 'too many' ? 0 : found.users.byteLength + 16 * found.starts.length,
    ),
    searches: createDayMemory(bytesMax, (groups) =>
      groups === 'too many' ? 0 : groups.reduce((bytes, group) => bytes + bytesOfMatched(group), 0),
    ),
  }
}

/** A fingerprint and three numbers. */
const groupBytes = 96

function bytesOfGroups({ fingerprints }: RankedProject): number {
  return fingerprints.length * groupBytes
}

function bytesOfMatched({ users, series }: MatchedGroup): number {
  return 3 * groupBytes + users.byteLength + 8 * series.length
}

/** Of the bookkeeping for an entry, besides its key. */
const entryBytes = 400

function createDayMemory<Value>(bytesMax: number, bytesOf: (value: Value) => number): DayMemory<Value> {
  const entries = new LRUCache<string, { mark: string; value: Value }>({
    maxSize: bytesMax,
    sizeCalculation: ({ value }, key) => bytesOf(value) + 2 * key.length + entryBytes,
  })
  return {
    get: (key, mark) => {
      const entry = entries.get(key)
      return entry?.mark === mark ? entry.value : undefined
    },
    last: (key) => entries.peek(key)?.value,
    set: (key, mark, value) => {
      entries.set(key, { mark, value })
    },
  }
}

/**
 * Reads a mark of the stored parts of some days: it changes with every insert, merge and mutation. The store computes it
 * from the parts' metadata. A value read after its mark is at least as recent as the mark.
 * @returns undefined unless the mark is the same as last time: days that keep changing would be read to be remembered,
 * which costs more than reading them, and then never be recalled.
 */
export async function readStableMark(
  { store, settledDays: { marks } }: IssueContext,
  days: Filter,
): Promise<string | undefined> {
  const key = JSON.stringify(days)
  const last = marks.get(key)
  const mark = await readMark(store, days)
  marks.set(key, mark)
  return mark === last ? mark : undefined
}

async function readMark(store: TelemetryReader, days: Filter): Promise<string> {
  const [row] = await store.read<{ mark: string }>({
    name: 'settledDays',
    sql: `
      SELECT concat(toString(count()), ':', toString(sum(cityHash64(part, events)))) AS mark
      FROM (SELECT _part AS part, count() AS events FROM events WHERE ${days.sql} GROUP BY part)`,
    parameters: days.parameters,
  })
  return row?.mark ?? ''
}
