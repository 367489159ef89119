import type { AttributeValue, Attributes, Resource, Scope } from '../model.js'
import { toStorable } from '../protobuf/common.js'
import { fieldOf, listOf, textOf, toFields, toInteger, toNumber, type JsonFields } from './json-fields.js'

/**
 * The attributes under `name`; empty if it is absent.
 * @throws MalformedError
 */
export function readAttributes(fields: JsonFields, name = 'attributes'): Attributes {
  return listOf(fields, name).map((pair) => readPair(toFields(pair)))
}

function readPair(pair: JsonFields): readonly [string, AttributeValue] {
  return [textOf(pair, 'key'), readAnyValue(fieldOf(pair, 'value'))]
}

/** Readers of each kind of value, by the field that contains it. Depth is bounded by that of the document. */
const readers: readonly (readonly [field: string, read: (value: unknown) => AttributeValue])[] = [
  ['stringValue', (value) => textOf({ value }, 'value')],
  ['boolValue', (value) => value === true],
  ['intValue', toInteger],
  ['doubleValue', (value) => toStorable(toNumber(value, 'doubleValue'))],
  ['arrayValue', (value) => listOf(toFields(value), 'values').map(readAnyValue)],
  ['kvlistValue', (value) => Object.fromEntries(readAttributes(toFields(value), 'values'))],
  ['bytesValue', (value) => Buffer.from(textOf({ value }, 'value'), 'base64').toString('base64')],
]

/**
 * Reads an `AnyValue`; null if it is empty.
 * @throws MalformedError
 */
export function readAnyValue(value: unknown): AttributeValue {
  if (value === undefined || value === null) return null
  const fields = toFields(value)
  for (const [name, read] of readers) {
    const held = fieldOf(fields, name)
    if (held !== undefined) return read(held)
  }
  return null
}

/** @throws MalformedError */
export function readResource(value: unknown): Resource {
  return { attributes: value === undefined ? [] : readAttributes(toFields(value)) }
}

/** @throws MalformedError */
export function readScope(value: unknown): Scope {
  const fields = value === undefined ? {} : toFields(value)
  return { name: textOf(fields, 'name'), version: textOf(fields, 'version'), attributes: readAttributes(fields) }
}
