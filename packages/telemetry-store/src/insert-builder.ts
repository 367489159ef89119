import type { CreateInsertBuilder, PreparedDay, PreparedInsert } from './prepared-insert.js'
import { LineBuffer } from './line-buffer.js'
import { encodePosition, rowEncoderOf } from './row-encoder.js'
import { tables, type LogPosition, type TableName } from './tables/index.js'

const msPerDay = 86_400_000

/** Encoded rows of one table and day. */
interface CollectedDay {
  rows: number
  lines: LineBuffer
}

/**
 * Starts collecting a batch's rows. `add` throws InvalidRowError for a row that the table cannot store and leaves the
 * collection unchanged. Lone surrogates are replaced by U+FFFD.
 */
export const createInsertBuilder: CreateInsertBuilder = (position) => {
  const encodedPosition = checkPosition(position)
  const collected = new Map<TableName, Map<number, CollectedDay>>()
  let rows = 0
  return {
    add(table, row) {
      const line = rowEncoderOf(table).encode(row, encodedPosition)
      const day = dayOf(collected, table, Math.floor(tables[table].partitionTimeMs(row) / msPerDay))
      day.lines.add(line)
      day.rows += 1
      rows += 1
    },
    get rows() {
      return rows
    },
    finish() {
      return [...collected].map(([table, days]): PreparedInsert => ({ table, days: [...days].map(prepareDay) }))
    },
  }
}

function checkPosition({ topic, partition, start, end }: LogPosition): string {
  const whole = [partition, start, end].every((value) => Number.isSafeInteger(value) && value >= 0)
  if (!whole || partition > 65_535 || end < start) {
    throw new RangeError(`Not a range of a topic partition: ${topic} ${partition} [${start}, ${end})`)
  }
  return encodePosition([topic, partition, start])
}

function dayOf(collected: Map<TableName, Map<number, CollectedDay>>, table: TableName, day: number): CollectedDay {
  let days = collected.get(table)
  if (!days) collected.set(table, (days = new Map<number, CollectedDay>()))
  let collectedDay = days.get(day)
  if (!collectedDay) days.set(day, (collectedDay = { rows: 0, lines: new LineBuffer() }))
  return collectedDay
}

function prepareDay([day, { rows, lines }]: [number, CollectedDay]): PreparedDay {
  return { day: new Date(day * msPerDay).toISOString().slice(0, 10), rows, bytes: lines.finish() }
}
