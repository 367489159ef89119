import { limits, type LogPattern } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { lineShape, maskedLine } from '../selection/line-pattern.js'
import type { MaskedPattern } from '../selection/merge-patterns.js'

/** Sampling rates of entries: one in how many is examined. */
export interface LineShares {
  warnings: number
  others: number
}

export interface StoredMasked extends MaskedPattern {
  level: LogPattern['level']
  key: string
  /** Number of examined entries. */
  size: number
  /** Keys of its lines' shapes; empty if there are many. */
  shapes: string[]
  /** Masked patterns in the range. */
  total: number
}

/** Entries with two expressions: the place in a list of patterns, from 1, and the number of entries of a place. */
export interface PlacedEntries extends Filter {
  /** 0 for entries of other patterns. */
  place: string
  size: string
}

export const warnings: ReadonlySet<string> = new Set(['warn', 'error', 'fatal'])
const isWarning = `level IN (${[...warnings].map((level) => `'${level}'`).join(', ')})`

/** How many entries an examined one stands for. */
const shareOfEntry = `if(${isWarning}, {shareOfWarnings:UInt32}, {shareOfOthers:UInt32})`

/** Shapes by which entries of a masked pattern are recognized; beyond that, their lines are masked again. */
const shapesMax = 500

export async function readShares(store: TelemetryReader, matching: Filter): Promise<LineShares> {
  const [counted] = await store.read<{ warnings: number; others: number }>({
    name: 'logPatternEntries',
    sql: `SELECT countIf(${isWarning}) AS warnings, countIf(NOT ${isWarning}) AS others FROM logs WHERE ${matching.sql}`,
    parameters: matching.parameters,
  })
  const shareOf = (entries = 0) => Math.max(1, Math.ceil(entries / limits.query.patternEntriesMax))
  return { warnings: shareOf(counted?.warnings), others: shareOf(counted?.others) }
}

/** The matching entries that are examined. */
export function examinedEntries(
  matching: Filter,
  { warnings: shareOfWarnings, others: shareOfOthers }: LineShares,
): Filter {
  const isAll = shareOfWarnings === 1 && shareOfOthers === 1
  return allOf(matching, {
    sql: isAll ? 'true' : `cityHash64(timestamp, sequence, trace_id, body) % ${shareOfEntry} = 0`,
    parameters: { shareOfWarnings, shareOfOthers },
  })
}

/** The most important masked patterns. Shapes of lines are counted first, so that only these are masked. */
export function readMasked(store: TelemetryReader, entries: Filter): Promise<StoredMasked[]> {
  const shape = lineShape('body')
  const masked = maskedLine('shape')
  return store.read<StoredMasked>({
    name: 'maskedLogPatterns',
    sql: `
      SELECT service, level, ${masked.sql} AS pattern, toString(${keyOf('pattern')}) AS key,
        sum(entries) AS size, size * ${shareOfEntry} AS count,
        if(count() > {shapesMax:UInt32}, [], groupArray(toString(${keyOf('shape')}))) AS shapes,
        count() OVER () AS total
      FROM (
        SELECT service, level, ${shape.sql} AS shape, count() AS entries FROM logs
        WHERE ${entries.sql}
        GROUP BY service, level, shape)
      GROUP BY service, level, pattern
      ORDER BY ${isWarning} DESC, count DESC, service, level, pattern
      LIMIT {maskedMax:UInt32}`,
    parameters: {
      ...entries.parameters,
      ...shape.parameters,
      ...masked.parameters,
      shapesMax,
      maskedMax: limits.query.maskedPatternsMax,
    },
  })
}

const keyOf = (text: string) => `cityHash64(service, level, ${text})`

/** @param members Masked patterns of each of the list's patterns. */
export function placedEntries(entries: Filter, members: readonly (readonly StoredMasked[])[]): PlacedEntries {
  const byShape = members.flat().every(({ shapes }) => shapes.length > 0)
  const text = byShape ? lineShape('body') : maskedLine('body')
  const keys = members.flatMap((own, index) =>
    own.flatMap(({ key, shapes }) => (byShape ? shapes : [key]).map((one) => ({ key: one, place: index + 1 }))),
  )
  return {
    sql: entries.sql,
    place: `transform(${keyOf(text.sql)}, {keys:Array(UInt64)}, {places:Array(UInt32)}, toUInt32(0))`,
    size: '{sizes:Array(UInt32)}[place]',
    parameters: {
      ...entries.parameters,
      ...text.parameters,
      // As text: numbers of this size are not exact here.
      keys: `[${keys.map(({ key }) => key).join(',')}]`,
      places: keys.map(({ place }) => place),
      sizes: members.map((own) => own.reduce((sum, { size }) => sum + size, 0)),
    },
  }
}
