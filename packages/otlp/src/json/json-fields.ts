import { MalformedError } from '../malformed-error.js'
import { toUnixTime, type UnixTime } from '../unix-time.js'
import type { JsonEnum } from './enums.js'

/** An object in JSON form. Readers use lowerCamelCase field names; the schema's original names are accepted too. */
export type JsonFields = Readonly<Record<string, unknown>>

const schemaNames = new Map<string, string>()
const digits = /^-?\d{1,20}$/
const words: ReadonlyMap<string, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
])

/** @returns undefined if it is absent or null. */
export function fieldOf(fields: JsonFields, name: string): unknown {
  return fields[name] ?? fields[schemaNameOf(name)] ?? undefined
}

function schemaNameOf(name: string): string {
  let known = schemaNames.get(name)
  if (known === undefined) {
    known = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    schemaNames.set(name, known)
  }
  return known
}

/** @throws MalformedError if it isn't an object. */
export function toFields(value: unknown): JsonFields {
  if (!isFields(value)) throw new MalformedError('expected an object')
  return value
}

function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The items of a list; empty if it is absent.
 * @throws MalformedError if it isn't a list.
 */
export function listOf(fields: JsonFields, name: string): readonly unknown[] {
  const value = fieldOf(fields, name)
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new MalformedError(`${name} must be an array`)
  return value
}

/**
 * Empty if absent.
 * @throws MalformedError if it isn't text.
 */
export function textOf(fields: JsonFields, name: string): string {
  const value = fieldOf(fields, name) ?? ''
  if (typeof value !== 'string') throw new MalformedError(`${name} must be a string`)
  return value
}

/** An id in lower-case hex digits. */
export function hexOf(fields: JsonFields, name: string): string {
  return textOf(fields, name).toLowerCase()
}

/**
 * A number, or text that contains one; undefined if absent.
 * @throws MalformedError
 */
export function numberOf(fields: JsonFields, name: string): number | undefined {
  const value = fieldOf(fields, name)
  return value === undefined ? undefined : toNumber(value, name)
}

/** @throws MalformedError if it is neither a number nor text that contains one. */
export function toNumber(value: unknown, name: string): number {
  if (typeof value === 'number') return value
  const word = typeof value === 'string' ? words.get(value) : undefined
  if (word !== undefined) return word
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
  if (Number.isNaN(number)) throw new MalformedError(`${name} must be a number`)
  return number
}

/** Unsigned 32-bit number; 0 if absent. */
export function countOf(fields: JsonFields, name: string): number {
  return (numberOf(fields, name) ?? 0) >>> 0
}

/**
 * The number of an enum value. OTLP requires numbers; names from the schema are accepted as well, because
 * general-purpose protobuf libraries write them.
 * @throws MalformedError for a name that isn't in the schema.
 */
export function enumOf(fields: JsonFields, name: string, { prefix, names }: JsonEnum): number {
  const value = fieldOf(fields, name)
  const number = typeof value === 'string' ? names.findIndex((one) => value === prefix + one) : -1
  return number === -1 ? countOf(fields, name) : number
}

/**
 * A 64-bit integer: a number if that is exact, otherwise its digits.
 * @throws MalformedError
 */
export function toInteger(value: unknown): number | string {
  const text = typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : value
  if (typeof text !== 'string' || !digits.test(text)) throw new MalformedError('intValue must be an integer')
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt.asIntN(64, BigInt(text)).toString()
}

/**
 * Unix nanoseconds; the epoch if absent.
 * @throws MalformedError
 */
export function timeOf(fields: JsonFields, name: string): UnixTime {
  const value = fieldOf(fields, name)
  if (value === undefined) return { us: 0, ns: 0 }
  const text = typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : value
  if (typeof text !== 'string' || !digits.test(text)) throw new MalformedError(`${name} must be integer nanoseconds`)
  const nanoseconds = BigInt.asUintN(64, BigInt(text))
  return toUnixTime(Number(nanoseconds >> 32n), Number(nanoseconds & 0xffff_ffffn))
}
