import { dayMs, limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { LRUCache } from 'lru-cache'
import type { Filter } from '../selection/filter.js'

/**
 * Starts of the first day (UTC) that isn't settled, latest first: a day is settled once it has been over for so long that
 * events rarely arrive for it. The later ones leave less to read, but events of senders whose clocks are behind, or of
 * devices that were offline, still arrive for the days before them in some organizations.
 */
export function settledUntil(nowMs: number): number[] {
  return limits.query.settledAfterMs.map((afterMs) => Math.floor((nowMs - afterMs) / dayMs) * dayMs)
}

/** The last mark of each range of days. */
export type LastMarks = LRUCache<string, string>

const marksMax = 1_000

export function createLastMarks(): LastMarks {
  return new LRUCache({ max: marksMax })
}

/** A division of a window whose settled days haven't changed lately. */
export interface Settled<Division> {
  division: Division
  days: Filter
  mark: string
}

interface MarkedStore {
  store: TelemetryReader
  marks: LastMarks
}

/**
 * Finds the first division of a window whose settled days haven't changed since they were last looked at: days that keep
 * changing would be read to be remembered, which costs more than reading them, and then never be recalled. What was read
 * of the days found may be remembered as long as their mark stays the same.
 */
export async function findSettled<Division>(
  marked: MarkedStore,
  divisions: readonly Division[],
  daysOf: (division: Division) => Filter | undefined,
): Promise<Settled<Division> | undefined> {
  let last: string | undefined
  for (const division of divisions) {
    const days = daysOf(division)
    const key = JSON.stringify(days)
    if (days === undefined || key === last) continue
    last = key
    const mark = await readStableMark(marked, days)
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
async function readStableMark({ store, marks }: MarkedStore, days: Filter): Promise<string | undefined> {
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
