import { dayMs, limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { LRUCache } from 'lru-cache'
import { allOf, type Filter } from '../selection/filter.js'

/**
 * Starts of the first day (UTC) that isn't settled, latest first: a day is settled once it has been over for so long that
 * events rarely arrive for it. The later ones leave less to read, but events of senders whose clocks are behind, or of
 * devices that were offline, still arrive for the days before them in some organizations.
 */
export function settledUntil(nowMs: number, settledAfterMs: readonly number[] = limits.query.settledAfterMs): number[] {
  return settledAfterMs.map((afterMs) => Math.floor((nowMs - afterMs) / dayMs) * dayMs)
}

/** The last mark of each range of days. */
export type LastMarks = LRUCache<string, string>

const marksMax = 1_000

export function createLastMarks(): LastMarks {
  return new LRUCache({ max: marksMax })
}

/** Rows of some days in each of the tables. Bound names must be distinct, unless their values are the same. */
type DaysByTable = Partial<Record<'events' | 'sessions', Filter>>

/** A division of a window whose settled days haven't changed lately. */
interface Settled<Division, Days extends DaysByTable> {
  division: Division
  days: Days
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
export async function findSettled<Division, Days extends DaysByTable>(
  marked: MarkedStore,
  divisions: readonly Division[],
  daysOf: (division: Division) => Days | undefined,
): Promise<Settled<Division, Days> | undefined> {
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
 * Reads a mark of the stored parts of some days: it changes with every insert, mutation and dropped part, but not if parts
 * are merged, unless only some of them were mutated. The store computes it from the parts' metadata. A value read after
 * its mark is at least as recent as the mark.
 * @returns undefined unless the mark is the same as last time.
 */
async function readStableMark({ store, marks }: MarkedStore, days: DaysByTable): Promise<string | undefined> {
  const key = JSON.stringify(days)
  const last = marks.get(key)
  const mark = await readMark(store, days)
  marks.set(key, mark)
  return mark === last ? mark : undefined
}

/** Of a part's name: day, first and last block, level, and the number of the last mutation, if any. All numbers ascend. */
const [day, lastBlock, mutation] = ['part[1]', 'toUInt64(part[3])', 'toUInt64OrZero(part[5])']

/** Each day counts by itself: rows that are dropped with one day could otherwise be made up for by rows of another. */
async function readMark(store: TelemetryReader, days: DaysByTable): Promise<string> {
  const parts = Object.entries(days).map(
    ([table, { sql }]) => `
        SELECT '${table}' AS source, splitByChar('_', name) AS part, quantity
        FROM (SELECT _part AS name, count() AS quantity FROM ${table} WHERE ${sql} GROUP BY name)`,
  )
  const [row] = await store.read<{ mark: string }>({
    name: 'settledDays',
    sql: `
      SELECT toString(sum(markOfDay)) AS mark
      FROM (
        SELECT sipHash64(source, ${day}, sum(quantity), max(${lastBlock}), sum(quantity * ${mutation})) AS markOfDay
        FROM (${parts.join(' UNION ALL ')})
        GROUP BY source, ${day})`,
    parameters: allOf(...Object.values(days)).parameters,
  })
  return row?.mark ?? ''
}
