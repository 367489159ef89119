import { isObject, numberOfValue, objectsOf, readText } from '../../parts/json/read-value.js'

const seriesMax = 6

/** Lines that a stored result holds: values of equal names over time. */
export interface ResultSeries {
  /** Unix milliseconds, ascending. */
  times: readonly number[]
  /** Names of what was measured at each instant, in the order of the result. */
  measures: readonly string[]
  lines: readonly ResultLine[]
  /** Lines beyond those that are shown. */
  leftOut: number
}

interface ResultLine {
  name: string
  /** Values of a measure at `times`; null where there is none. */
  valuesOf(measure: string): readonly (number | null)[]
}

interface Point {
  at: number
  values: ReadonlyMap<string, number>
}

/** The series of a result: a list of objects with `points`, each point with its `timestamp`. Undefined where there is none. */
export function readResultSeries(result: unknown): ResultSeries | undefined {
  if (!isObject(result)) return undefined
  const found = Object.values(result)
    .flatMap(objectsOf)
    .map((row) => ({ name: nameOf(row), points: objectsOf(row['points']).flatMap(toPoint) }))
    .filter(({ points }) => points.length > 1)
  const measures = [...new Set(found.flatMap(({ points }) => points.flatMap(({ values }) => [...values.keys()])))]
  if (measures.length === 0) return undefined
  const times = [...new Set(found.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted((a, b) => a - b)
  const lines = found.slice(0, seriesMax).map(({ name, points }) => {
    const byTime = new Map(points.map(({ at, values }) => [at, values]))
    return { name, valuesOf: (measure: string) => times.map((at) => byTime.get(at)?.get(measure) ?? null) }
  })
  return { times, measures, lines, leftOut: found.length - lines.length }
}

function toPoint(row: Readonly<Record<string, unknown>>): Point[] {
  const at = Date.parse(readText(row['timestamp']) ?? '')
  const values = Object.entries(row).flatMap(([name, value]) => {
    const number = numberOfValue(value)
    return number === undefined ? [] : [[name, number] as const]
  })
  return Number.isNaN(at) || values.length === 0 ? [] : [{ at, values: new Map(values) }]
}

/** What a series is of: its texts, those of its group included. */
function nameOf(row: Readonly<Record<string, unknown>>): string {
  const group = isObject(row['group']) ? Object.values(row['group']) : []
  const texts = [...Object.values(row), ...group].flatMap((value) => readText(value) ?? [])
  return texts.slice(0, 3).join(' ')
}
