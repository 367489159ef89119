/** A row holds a value that its column cannot store. The batch is untouched: the row was not added. */
export class InvalidRowError extends Error {
  override readonly name = 'InvalidRowError'
}

/** Says what is wrong with a value, or nothing when the column can store it. */
export type ColumnCheck = (value: unknown) => string | undefined

/** Partitions are Dates, which end in 2149. */
const ticksToSeconds = 5_662_310_400

const integerMax: Readonly<Record<string, number>> = {
  UInt8: 255,
  UInt16: 65_535,
  UInt32: 4_294_967_295,
  UInt64: Number.MAX_SAFE_INTEGER,
}

/**
 * The check of a column by its ClickHouse type. What passes is stored as it is: numbers that JSON cannot carry, that
 * would wrap around or be read as another date, and ids of another length are refused here, because the store would
 * take some of them silently and fail the whole batch for others.
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
  Array.isArray(value) && value.every((number) => Number.isFinite(number))
    ? undefined
    : 'is not a list of finite numbers'

const checkMap: ColumnCheck = (value) => {
  if (typeof value !== 'object' || value === null) return 'is not an object'
  for (const entry of Object.values(value)) if (typeof entry !== 'string') return 'has a value that is not a string'
  return undefined
}
