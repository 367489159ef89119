import { tables, type RowsByTable, type TableName } from '@signalbox/telemetry-store/rows'
import type { createRandom } from '../../../../test/support/random.js'
import { sampleTimeMs } from './sample-rows.js'

type Random = ReturnType<typeof createRandom>

const signs = ['a', 'Z', '0', ' ', '"', '\\', '\n', '\t', '\0', "'", 'é', '→', '\u2028', '😀', '\ud800', '\udfff']
const dayMs = 86_400_000

/** A row whose values are random but fit their columns, with texts of any characters, lone surrogates included. */
export function randomRow<Name extends TableName>(table: Name, random: Random): RowsByTable[Name] {
  const columns = Object.entries<string>(tables[table].columns)
  const values = columns.map(([column, type]) => [column, randomValue(type, random)])
  return Object.fromEntries(values) as RowsByTable[Name]
}

/** A value as the store returns it: without lone surrogates. Of map keys that become the same, the last has the value. */
export function storedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(storedValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key.toWellFormed(), storedValue(entry)]))
}

function randomValue(type: string, random: Random): unknown {
  const [, name = type, inner = ''] = /^(\w+)\((.*)\)$/.exec(type) ?? []
  if (name === 'LowCardinality') return random.next() < 0.5 ? 'common' : randomValue(inner, random)
  if (name === 'Nullable') return random.next() < 0.5 ? null : randomValue(inner, random)
  if (name === 'Array') return listOf(random, () => randomValue(inner, random))
  if (name === 'Map') return Object.fromEntries(listOf(random, () => [randomText(random, 2), randomText(random, 50)]))
  if (name === 'FixedString') return random.hex(Number(inner))
  if (name === 'DateTime64') return randomTime(10 ** Number(inner[0]), random)
  if (name === 'Float64') return (random.next() - 0.5) * 10 ** random.integer(-300, 300)
  return name === 'String' ? randomText(random, 100) : randomInteger(name, random)
}

/** Within two days. */
function randomTime(ticksPerSecond: number, random: Random): number {
  return Math.floor((sampleTimeMs / 1_000 + (random.next() * 2 * dayMs) / 1_000) * ticksPerSecond)
}

function randomInteger(type: string, random: Random): number {
  const bits = Math.min(53, Number(/^UInt(\d+)$/.exec(type)?.[1]))
  return Math.floor(random.next() * 2 ** random.integer(0, bits))
}

function listOf<T>(random: Random, create: () => T): T[] {
  return Array.from({ length: Math.max(0, random.integer(-2, 6)) }, create)
}

/** Some texts are much longer than `length`. */
function randomText(random: Random, length: number): string {
  const repeated = random.next() < 0.02 ? 100 : 1
  const alphabet = random.next() < 0.7 ? signs.slice(0, 3) : signs
  const units = Array.from(
    { length: random.integer(0, length) },
    () => alphabet[random.integer(0, alphabet.length - 1)]!,
  )
  return units.join('').repeat(repeated)
}
