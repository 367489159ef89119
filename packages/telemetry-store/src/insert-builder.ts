import { ColumnarRows } from './columnar/columnar-rows.js'
import type { CreateInsertBuilder, DayRows, PreparedDay, PreparedInsert } from './prepared-insert.js'
import { tables, type LogPosition, type PositionValues, type RowsByTable, type TableName } from './tables/index.js'

const msPerDay = 86_400_000

/** Rows of one table by day, in days since 1970. */
type DaysOfTable = Map<number, DayRows<RowsByTable[TableName]>>

/**
 * Starts collecting a batch's rows. `add` throws InvalidRowError for a row that the table cannot store and leaves the
 * collection unchanged. Lone surrogates are replaced by U+FFFD.
 */
export const createInsertBuilder: CreateInsertBuilder = (position) => {
  const values = checkPosition(position)
  const collected = new Map<TableName, DaysOfTable>()
  let rows = 0
  return {
    add(table, row) {
      dayOf(collected, { table, day: Math.floor(tables[table].partitionTimeMs(row) / msPerDay), values }).add(row)
      rows += 1
    },
    get rows() {
      return rows
    },
    finish() {
      return [...collected].map(prepareTable).filter(({ days }) => days.length > 0)
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

function dayOf<Name extends TableName>(
  collected: Map<TableName, DaysOfTable>,
  { table, day, values }: { table: Name; day: number; values: PositionValues },
): DayRows<RowsByTable[Name]> {
  let days = collected.get(table)
  if (!days) collected.set(table, (days = new Map<number, DayRows<RowsByTable[TableName]>>()))
  const known = days.get(day)
  if (known) return known
  const created: DayRows<RowsByTable[Name]> = new ColumnarRows(tables[table], values)
  days.set(day, created)
  return created
}

function prepareTable([table, days]: [TableName, DaysOfTable]): PreparedInsert {
  // A day is empty if its only rows were rejected.
  const filled = [...days].filter(([, { rows }]) => rows > 0)
  return { table, days: filled.map(prepareDay) }
}

function prepareDay([day, rows]: [number, DayRows<RowsByTable[TableName]>]): PreparedDay {
  return { day: new Date(day * msPerDay).toISOString().slice(0, 10), rows: rows.rows, bytes: rows.finish() }
}
