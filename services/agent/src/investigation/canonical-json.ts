import { createHash } from 'node:crypto'
import { isShortJson } from '@signalbox/service-kit'
import type { Pieces } from './pieces.js'

/** JSON with a unique form for equal values (RFC 8785): names sorted by code unit, no whitespace. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  return `{${namedMembers(value)
    .map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`)
    .join(',')}}`
}

function namedMembers(value: object): [name: string, member: unknown][] {
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** SHA-256 of the value's canonical JSON, in hex. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** A value's size as JSON in bytes, and the SHA-256 of its canonical JSON in hex. */
export interface JsonMeasure {
  bytes: number
  sha256: string
}

/** Characters that are hashed together. */
const hashedLength = 65_536

/** Measures JSON, which is as long as its canonical form. Yields between the members of lists and objects. */
export function* measureJson(value: unknown): Pieces<JsonMeasure> {
  const hash = createHash('sha256')
  let bytes = 0
  let text = ''
  const add = () => {
    hash.update(text)
    bytes += Buffer.byteLength(text)
    text = ''
  }
  for (const part of canonicalParts(value)) {
    text += part
    if (text.length > hashedLength) add()
    yield
  }
  add()
  return { bytes, sha256: hash.digest('hex') }
}

function* canonicalParts(value: unknown): Generator<string, void> {
  if (typeof value !== 'object' || value === null || isShortJson(value)) {
    yield canonicalJson(value)
    return
  }
  const isList = Array.isArray(value)
  const members: Iterable<readonly [head: string, member: unknown]> = isList
    ? value.map((each: unknown) => ['', each] as const)
    : namedMembers(value).map(([name, each]) => [`${JSON.stringify(name)}:`, each] as const)
  let comma = ''
  yield isList ? '[' : '{'
  for (const [head, member] of members) {
    yield comma + head
    yield* canonicalParts(member)
    comma = ','
  }
  yield isList ? ']' : '}'
}

/** The value after a JSON round trip: the stored value and the one in use must be identical. */
export function toJsonValue(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}
