import type { BoundNumber, BoundParts } from './bound-parts.js'
import type { Quantity } from './read-mentions.js'

/** A quantity's dimension and its size in base units (milliseconds, bytes, cores, one). */
interface Unit {
  measure: 'time' | 'bytes' | 'cores' | 'count' | 'ratio' | 'factor'
  /** Several if the word is ambiguous. */
  sizes: readonly number[]
}

const unitOfWord: readonly (readonly [pattern: RegExp, unit: Unit])[] = [
  [/^$/, { measure: 'count', sizes: [1] }],
  [/^(?:%|percent)$/, { measure: 'ratio', sizes: [0.01] }],
  [/^(?:x|×|times|fold)$/, { measure: 'factor', sizes: [1] }],
  [/^(?:µs|us|microseconds?)$/, { measure: 'time', sizes: [0.001] }],
  [/^(?:ms|msec|milliseconds?)$/, { measure: 'time', sizes: [1] }],
  [/^(?:s|secs?|seconds?)$/, { measure: 'time', sizes: [1_000] }],
  [/^(?:mins?|minutes?)$/, { measure: 'time', sizes: [60_000] }],
  [/^(?:h|hrs?|hours?)$/, { measure: 'time', sizes: [3_600_000] }],
  [/^(?:d|days?)$/, { measure: 'time', sizes: [86_400_000] }],
  [/^bytes?$/, { measure: 'bytes', sizes: [1] }],
  [/^[Kk]B$/, { measure: 'bytes', sizes: [1e3, 2 ** 10] }],
  [/^MB$/, { measure: 'bytes', sizes: [1e6, 2 ** 20] }],
  [/^GB$/, { measure: 'bytes', sizes: [1e9, 2 ** 30] }],
  [/^TB$/, { measure: 'bytes', sizes: [1e12, 2 ** 40] }],
  [/^KiB$/, { measure: 'bytes', sizes: [2 ** 10] }],
  [/^MiB$/, { measure: 'bytes', sizes: [2 ** 20] }],
  [/^GiB$/, { measure: 'bytes', sizes: [2 ** 30] }],
  [/^TiB$/, { measure: 'bytes', sizes: [2 ** 40] }],
  [/^cores?$/, { measure: 'cores', sizes: [1] }],
  [/^millicores?$/, { measure: 'cores', sizes: [0.001] }],
  [/^(?:k|thousand)$/, { measure: 'count', sizes: [1e3] }],
  [/^million$/, { measure: 'count', sizes: [1e6] }],
  [/^billion$/, { measure: 'count', sizes: [1e9] }],
]

/** Units of stored numbers by suffix of the field name; the first match applies. */
const unitOfName: readonly (readonly [pattern: RegExp, unit: { measure: Unit['measure']; size: number }])[] = [
  [/percent$|_pct$/i, { measure: 'ratio', size: 0.01 }],
  [/ratio|error_rate|fraction|confidence/i, { measure: 'ratio', size: 1 }],
  [/(?:_|^)(?:us|micros)$|Us$/, { measure: 'time', size: 0.001 }],
  [/(?:_|^)(?:ms|millis)(?:_|$)|Ms(?:$|[A-Z])/, { measure: 'time', size: 1 }],
  [/(?:_|^)(?:s|secs?|seconds)(?:_|$)|Seconds$/, { measure: 'time', size: 1_000 }],
  [/(?:_|^)minutes?$|Minutes$/, { measure: 'time', size: 60_000 }],
  [/(?:_|^)hours?$|Hours$/, { measure: 'time', size: 3_600_000 }],
  [/(?:_|^)days?$|Days$/, { measure: 'time', size: 86_400_000 }],
  [/bytes/i, { measure: 'bytes', size: 1 }],
  [/(?:_|^)gb$|Gb$/, { measure: 'bytes', size: 2 ** 30 }],
  [/cores/i, { measure: 'cores', size: 1 }],
]

/**
 * True if a stored number, the time between two stored moments, or two numbers with the same name support the quantity.
 */
export function isQuantityBound(quantity: Quantity, parts: BoundParts): boolean {
  const unit = unitOfWord.find(([pattern]) => pattern.test(quantity.unit))?.[1]
  if (unit === undefined) return false
  if (isRepeated(quantity, parts.sayings)) return true
  return unit.sizes.some((size) => {
    const isStated = (base: number) => isRounded(quantity, base / size)
    if (parts.numbers.some((number) => basesOf(number, unit, size).some(isStated))) return true
    if (unit.measure === 'time') return differencesOf(parts.times).some(isStated)
    if (unit.measure === 'ratio' || unit.measure === 'factor') return changesOf(parts.numbers, unit).some(isStated)
    return false
  })
}

/** The stored number in base units of the measure; empty if it measures something else. */
function basesOf({ value, name }: BoundNumber, { measure }: Unit, size: number): number[] {
  const own = unitOfName.find(([pattern]) => pattern.test(name))?.[1]
  if (measure === 'count') return [value]
  if (own !== undefined) return own.measure === measure ? [value * own.size] : measure === 'factor' ? [value] : []
  // Ratios are stored as 0 to 1. A name without a unit is assumed to have the stated unit, but never percent.
  if (measure === 'ratio') return value >= 0 && value <= 1 ? [value] : []
  return [value * size]
}

function isRounded({ value, decimals, isRough }: Quantity, stored: number): boolean {
  const zeros = isRough && decimals === 0 ? (/0*$/.exec(String(Math.abs(value)))?.[0].length ?? 0) : 0
  return Math.abs(stored - value) <= 10 ** (zeros - decimals) / 2 + Math.abs(stored) * 1e-9
}

/** True if the number occurs as written in a quoted text; digits may be grouped there too. */
function isRepeated({ written }: Quantity, sayings: readonly string[]): boolean {
  const pattern = new RegExp(`(?<![\\w.])${written.replaceAll('.', '\\.')}(?!\\d|\\.\\d)`)
  return /^\d/.test(written) && sayings.some((saying) => pattern.test(saying.replaceAll(grouped, '')))
}

const grouped = /(?<=\d)[,\u202f\u00a0](?=\d{3}(?!\d))/g

const pairedMax = 60

function differencesOf(times: readonly number[]): number[] {
  const distinct = [...new Set(times)].slice(0, pairedMax)
  return distinct.flatMap((one) => distinct.filter((other) => other > one).map((other) => other - one))
}

/** How much one number exceeds another with the same name: as a factor, or as the share gained or lost. */
function changesOf(numbers: readonly BoundNumber[], { measure }: Unit): number[] {
  const some = numbers.slice(0, pairedMax).filter(({ value }) => value > 0)
  return some.flatMap((one) =>
    some
      .filter((other) => other !== one && other.name === one.name)
      .map((other) => (measure === 'factor' ? other.value / one.value : Math.abs(other.value / one.value - 1))),
  )
}
