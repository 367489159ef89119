import { dayMs, limits, type RankedProject } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { LRUCache } from 'lru-cache'
import { createMarkedMemory, type MarkedMemory } from '../memory/marked-memory.js'
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
  rankings: MarkedMemory<readonly RankedProject[] | 'too many'>
  /** Occurrences of one issue, or that it has too many users to remember. */
  occurrences: MarkedMemory<RememberedOccurrences | 'too many'>
  /** Groups that match a search, or that they or their users are too many. */
  searches: MarkedMemory<readonly MatchedGroup[] | 'too many'>
  /** The last mark of each range of days. */
  marks: LRUCache<string, string>
}

/** Dependencies of handlers that remember sums. */
export interface IssueContext extends QueryContext {
  settledDays: SettledDays
}

/**
 * Starts of the first day (UTC) that isn't settled, latest first. The later ones leave less to read, but events of senders
 * whose clocks are behind, or of devices that were offline, still arrive for the days before them in some organizations.
 */
export function settledUntil(nowMs: number): number[] {
  return limits.query.settledAfterMs.map((afterMs) => Math.floor((nowMs - afterMs) / dayMs) * dayMs)
}

const marksMax = 1_000

export function createSettledDays(): SettledDays {
  const bytesMax = limits.query.rememberedBytesMax / 3
  return {
    marks: new LRUCache({ max: marksMax }),
    rankings: createMarkedMemory(bytesMax, (projects) =>
      projects === 'too many' ? 0 : projects.reduce((bytes, project) => bytes + bytesOfGroups(project), 0),
    ),
    occurrences: createMarkedMemory(bytesMax, (found) =>
      found === 'too many' ? 0 : found.users.byteLength + 16 * found.starts.length,
    ),
    searches: createMarkedMemory(bytesMax, (groups) =>
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

/** A division of a window whose settled days haven't changed lately. */
export interface Settled<Division> {
  division: Division
  days: Filter
  mark: string
}

/**
 * Finds the first division of a window whose settled days haven't changed since they were last looked at: days that keep
 * changing would be read to be remembered, which costs more than reading them, and then never be recalled.
 */
export async function findSettled<Division>(
  context: IssueContext,
  divisions: readonly Division[],
  daysOf: (division: Division) => Filter | undefined,
): Promise<Settled<Division> | undefined> {
  let last: string | undefined
  for (const division of divisions) {
    const days = daysOf(division)
    const key = JSON.stringify(days)
    if (days === undefined || key === last) continue
    last = key
    const mark = await readStableMark(context, days)
    if (mark !== undefined) return { division, days, mark }
  }
  return undefined
}

/**
 * Reads a mark of the stored parts of some days: it changes with every insert and mutation, but not if parts are merged,
 * unless only some of them were mutated. The store computes it from the parts' metadata. A value read after its mark is
 * at least as recent as the mark.
 * @returns undefined unless the mark is the same as last time.
 */
async function readStableMark(
  { store, settledDays: { marks } }: IssueContext,
  days: Filter,
): Promise<string | undefined> {
  const key = JSON.stringify(days)
  const last = marks.get(key)
  const mark = await readMark(store, days)
  marks.set(key, mark)
  return mark === last ? mark : undefined
}

/** Of a part's name: day, first and last block, level, and the number of the last mutation, if any. All numbers ascend. */
const [lastBlock, mutation] = ['toUInt64(part[3])', 'toUInt64OrZero(part[5])']

async function readMark(store: TelemetryReader, days: Filter): Promise<string> {
  const [row] = await store.read<{ mark: string }>({
    name: 'settledDays',
    sql: `
      SELECT concat(toString(sum(events)), ':', toString(max(${lastBlock})), ':', toString(sum(events * ${mutation}))) AS mark
      FROM (
        SELECT splitByChar('_', name) AS part, events
        FROM (SELECT _part AS name, count() AS events FROM events WHERE ${days.sql} GROUP BY name))`,
    parameters: days.parameters,
  })
  return row?.mark ?? ''
}
