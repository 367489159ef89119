import { limits } from '@signalbox/contracts'
import { measureJson, type JsonMeasure } from './canonical-json.js'
import type { Pieces } from './pieces.js'

/** A result as stored. */
export interface KeptResult extends JsonMeasure {
  /** The remaining value, JSON. */
  value: unknown
  /** True if rows are missing. */
  cut: boolean
}

/**
 * Truncates a result to fit: drops the last rows of its longest list and preserves its shape. Missing rows cannot
 * support a claim. Yields between rows.
 * @param result JSON that conforms to a contract: an object or a list.
 * @returns undefined if it doesn't fit even without rows.
 */
export function* fitResult(
  result: unknown,
  bytesMax: number = limits.agentSession.resultBytesMax,
): Pieces<KeptResult | undefined> {
  const measure = yield* measureJson(result)
  if (measure.bytes <= bytesMax) return { value: result, ...measure, cut: false }
  const [name, rows] = longestList(result) ?? []
  if (rows === undefined) return undefined
  const rowsBytes = (yield* measureJson(rows)).bytes
  const kept = replaceList(result, name, yield* fittingRows(rows, bytesMax - (measure.bytes - rowsBytes)))
  const keptMeasure = yield* measureJson(kept)
  return keptMeasure.bytes <= bytesMax ? { value: kept, ...keptMeasure, cut: true } : undefined
}

/** Number of rows in a result: the length of its longest list, or 1 if it has none. */
export function countRows(result: unknown): number {
  return longestList(result)?.[1].length ?? 1
}

/** The name is undefined if the result itself is the list. */
function longestList(result: unknown): [name: string | undefined, rows: readonly unknown[]] | undefined {
  if (Array.isArray(result)) return [undefined, result]
  if (typeof result !== 'object' || result === null) return undefined
  const lists = Object.entries(result).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return lists.sort(([, a], [, b]) => b.length - a.length)[0]
}

function replaceList(result: unknown, name: string | undefined, rows: readonly unknown[]): unknown {
  return name === undefined ? rows : { ...Object(result), [name]: rows }
}

function* fittingRows(rows: readonly unknown[], bytesMax: number): Pieces<readonly unknown[]> {
  let left = bytesMax - '[]'.length
  for (const [index, row] of rows.entries()) {
    left -= bytesOf(row) + 1
    if (left < 0) return rows.slice(0, index)
    yield
  }
  return rows
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

const shownTextLengthMax = 1_000

/**
 * The first rows of a result, for display: lists and texts are shortened, and the result is null if even one row is too
 * much.
 */
export function showResult(result: unknown, rowsMax: number = limits.agentSession.shownRowsMax): unknown {
  if (rowsMax === 0) return null
  const shown = shorten(result, rowsMax)
  return bytesOf(shown) <= limits.agentSession.shownBytesMax ? shown : showResult(result, rowsMax - 1)
}

function shorten(value: unknown, rowsMax: number): unknown {
  if (typeof value === 'string') return value.slice(0, shownTextLengthMax)
  if (Array.isArray(value)) return value.slice(0, rowsMax).map((each) => shorten(each, rowsMax))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each, rowsMax)]))
}
