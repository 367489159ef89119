import { MalformedError } from '../malformed-error.js'
import type { AttributeValue, Resource, Scope } from '../model.js'
import type { WireReader } from '../wire/wire-reader.js'

/** Values nested deeper than this are malformed, to protect the stack. */
export const valueDepthMax = 32

type Pair = readonly [key: string, value: AttributeValue]

/** Reads a `KeyValue` that ends at `end`. */
export function readKeyValue(reader: WireReader, end: number, depth = 0): Pair {
  let key = ''
  let value: AttributeValue = null
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) key = reader.readText(end)
    else if (tag === 0x12) value = readAnyValue(reader, reader.readEnd(end), depth)
    else reader.skip(tag, end)
  }
  return [key, value]
}

/** Reads an `AnyValue` that ends at `end`; null if it is empty. */
export function readAnyValue(reader: WireReader, end: number, depth = 0): AttributeValue {
  if (depth > valueDepthMax) throw new MalformedError('a value is nested too deeply')
  let value: AttributeValue = null
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    switch (tag) {
      case 0x0a:
        value = reader.readText(end)
        break
      case 0x10:
        reader.readVarint64()
        value = reader.low !== 0 || reader.high !== 0
        break
      case 0x18:
        reader.readVarint64()
        value = reader.signed()
        break
      case 0x21:
        value = toStorable(reader.readDouble())
        break
      case 0x2a:
        value = readList(reader, reader.readEnd(end), depth + 1)
        break
      case 0x32:
        value = readMap(reader, reader.readEnd(end), depth + 1)
        break
      case 0x3a:
        value = reader.readBase64(end)
        break
      default:
        reader.skip(tag, end)
    }
  }
  return value
}

/** JSON cannot represent non-finite numbers. */
export function toStorable(value: number): number | string {
  return Number.isFinite(value) ? value : String(value)
}

function readList(reader: WireReader, end: number, depth: number): AttributeValue[] {
  const values: AttributeValue[] = []
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) values.push(readAnyValue(reader, reader.readEnd(end), depth))
    else reader.skip(tag, end)
  }
  return values
}

function readMap(reader: WireReader, end: number, depth: number): AttributeValue {
  const pairs: Pair[] = []
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) pairs.push(readKeyValue(reader, reader.readEnd(end), depth))
    else reader.skip(tag, end)
  }
  return Object.fromEntries(pairs)
}

/** Reads a `Resource` that ends at `end`. */
export function readResource(reader: WireReader, end: number): Resource {
  const attributes: Pair[] = []
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) attributes.push(readKeyValue(reader, reader.readEnd(end)))
    else reader.skip(tag, end)
  }
  return { attributes }
}

/** Reads an `InstrumentationScope` that ends at `end`. */
export function readScope(reader: WireReader, end: number): Scope {
  let [name, version] = ['', '']
  const attributes: Pair[] = []
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) name = reader.readText(end)
    else if (tag === 0x12) version = reader.readText(end)
    else if (tag === 0x1a) attributes.push(readKeyValue(reader, reader.readEnd(end)))
    else reader.skip(tag, end)
  }
  return { name, version, attributes }
}

export const noResource: Resource = { attributes: [] }
export const noScope: Scope = { name: '', version: '', attributes: [] }
