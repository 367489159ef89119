import type { TableDefinition } from './tables/definition.js'
import { tables, type RowsByTable, type TableName } from './tables/index.js'

/** A row holds a value that its column cannot store. The row is not added; the batch is unaffected. */
export class InvalidRowError extends Error {
  override readonly name = 'InvalidRowError'
}

/** Returns what is wrong with a value, or undefined if the column can store it. */
export type ColumnCheck = (value: unknown) => string | undefined

/** A column of a table with the check of its values. */
export interface CheckedColumn<Row> {
  name: string
  /** ClickHouse type. */
  type: string
  read: (row: Row) => unknown
  /** @throws InvalidRowError if the column cannot store the value. */
  check: (value: unknown) => void
}

/** Returns the table's columns, in table order. */
export function checkedColumns<Row>(table: TableDefinition<Row>): CheckedColumn<Row>[] {
  return Object.entries<string>(table.columns).map(([name, type]) => {
    const findFault = checkOfType(type)
    const key = name as keyof Row
    return {
      name,
      type,
      read: (row) => row[key],
      check: (value) => {
        const fault = findFault(value)
        if (fault !== undefined) throw new InvalidRowError(`${table.name}.${name} ${fault}`)
      },
    }
  })
}

interface RowCheck<Row> {
  check(row: Row): void
}

const checks = new Map<TableName, RowCheck<RowsByTable[TableName]>>()

/**
 * Checks a row that will be added to a batch later.
 * @throws InvalidRowError if the table cannot store it.
 */
export function checkRow<Name extends TableName>(table: Name, row: RowsByTable[Name]): void {
  let known: RowCheck<RowsByTable[Name]> | undefined = checks.get(table)
  if (known === undefined) checks.set(table, (known = createRowCheck(tables[table])))
  known.check(row)
}

function createRowCheck<Row>(table: TableDefinition<Row>): RowCheck<Row> {
  const columns = checkedColumns(table)
  return {
    check(row) {
      for (const { read, check } of columns) check(read(row))
    },
  }
}

/** Upper bound of times: partitions are of type Date, which ends in 2149. */
const ticksToSeconds = 5_662_310_400

const integerMax: Readonly<Record<string, number>> = {
  UInt8: 255,
  UInt16: 65_535,
  UInt32: 4_294_967_295,
  UInt64: Number.MAX_SAFE_INTEGER,
}

/**
 * Returns the check for a ClickHouse column type. Values that pass are stored unchanged. Rejects numbers that JSON
 * cannot represent, values that would wrap around or be read as a different date, and ids of the wrong length: the
 * store would silently accept some of them and fail the complete batch for others.
 */
export function checkOfType(type: string): ColumnCheck {
  const inner = /^(?:LowCardinality|Nullable)\((.*)\)$/.exec(type)?.[1]
  if (inner !== undefined) return type.startsWith('Nullable') ? orNull(checkOfType(inner)) : checkOfType(inner)
  if (type === 'String') return (value) => (typeof value === 'string' ? undefined : 'is not a string')
  if (type === 'Float64') return (value) => (Number.isFinite(value) ? undefined : 'is not a finite number')
  if (type === 'Array(Float64)') return checkNumbers
  if (type.startsWith('Map(')) return checkMap
  const length = /^FixedString\((\d+)\)$/.exec(type)?.[1]
  if (length !== undefined) return hexOfLength(Number(length))
  const precision = /^DateTime64\((\d)/.exec(type)?.[1]
  if (precision !== undefined) return ticksBetween(10 ** Number(precision))
  const max = integerMax[type]
  if (max === undefined) throw new Error(`No check for columns of type ${type}`)
  return integerBetween(0, max)
}

const orNull =
  (check: ColumnCheck): ColumnCheck =>
  (value) =>
    value === null ? undefined : check(value)

const integerBetween =
  (min: number, max: number): ColumnCheck =>
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
      ? undefined
      : `is not an integer between ${min} and ${max}`

const ticksBetween = (ticksPerSecond: number): ColumnCheck => integerBetween(0, ticksToSeconds * ticksPerSecond - 1)

const hexDigits = /^[0-9a-f]*$/

const hexOfLength =
  (length: number): ColumnCheck =>
  (value) =>
    typeof value === 'string' && value.length === length && hexDigits.test(value)
      ? undefined
      : `is not ${length} lower-case hex digits`

const checkNumbers: ColumnCheck = (value) =>
  Array.isArray(value) && (value.length === 0 || value.every((number) => Number.isFinite(number)))
    ? undefined
    : 'is not a list of finite numbers'

const checkMap: ColumnCheck = (value) => {
  if (typeof value !== 'object' || value === null) return 'is not an object'
  for (const entry of Object.values(value)) if (typeof entry !== 'string') return 'has a value that is not a string'
  return undefined
}
