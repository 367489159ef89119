import type { CreateInsertBuilder, PreparedDay, PreparedInsert } from './prepared-insert.js'
import { rowEncoders, type PositionValues } from './row-encoder.js'
import { tables, type LogPosition, type TableName } from './tables/index.js'

const msPerDay = 86_400_000
const encoder = new TextEncoder()

/** Lines of one table and day; the text is one rope, written to bytes once. */
interface CollectedDay {
  rows: number
  text: string
}

/**
 * Starts the collection of a batch's rows. `add` throws InvalidRowError for a row that the table cannot store and
 * leaves the collection as it was. Lone surrogates are replaced by U+FFFD.
 */
export const createInsertBuilder: CreateInsertBuilder = (position) => {
  const positionValues = checkPosition(position)
  const collected = new Map<TableName, Map<number, CollectedDay>>()
  let rows = 0
  return {
    add(table, row) {
      const line = rowEncoders[table].encode(row, positionValues)
      const day = dayOf(collected, table, Math.floor(tables[table].partitionTimeMs(row) / msPerDay))
      day.text += line
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

function checkPosition({ topic, partition, start, end }: LogPosition): PositionValues {
  const whole = [partition, start, end].every((value) => Number.isSafeInteger(value) && value >= 0)
  if (!whole || partition > 65_535 || end < start) {
    throw new RangeError(`Not a range of a topic partition: ${topic} ${partition} [${start}, ${end})`)
  }
  return [topic, partition, start]
}

function dayOf(collected: Map<TableName, Map<number, CollectedDay>>, table: TableName, day: number): CollectedDay {
  let days = collected.get(table)
  if (!days) collected.set(table, (days = new Map<number, CollectedDay>()))
  let collectedDay = days.get(day)
  if (!collectedDay) days.set(day, (collectedDay = { rows: 0, text: '' }))
  return collectedDay
}

function prepareDay([day, { rows, text }]: [number, CollectedDay]): PreparedDay {
  const bytes = new Uint8Array(Buffer.byteLength(text))
  encoder.encodeInto(text, bytes)
  return { day: new Date(day * msPerDay).toISOString().slice(0, 10), rows, bytes }
}
