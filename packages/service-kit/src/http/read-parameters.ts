import { ServiceError, type FieldFault } from '@signalbox/contracts'
import type { TObject, TSchema } from 'typebox'

/** Parameters as text, for a validator that converts text, and faults that a schema cannot express. */
export interface RawParameters {
  values: Record<string, unknown>
  faults: FieldFault[]
}

const faultsReportedMax = 20
const nameLengthMax = 200
const plainNumber = /^-?\d+(?:\.\d+)?$/

/** @throws ServiceError `bad-request` for percent-encoding that is not valid text, and for NUL bytes. */
export function decodeUrlPart(part: string): string {
  try {
    const text = decodeURIComponent(part)
    if (!text.includes('\0')) return text
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  throw new ServiceError('bad-request', {
    detail: 'The URL is malformed: it must be percent-encoded UTF-8 without NUL',
  })
}

/**
 * Reads the query parameters declared in the schema; `undefined` declares none. Unknown ones are faults that list the
 * known ones, or are ignored if the schema is open. Repeated ones become a list if the schema has one, otherwise they
 * are a fault. Fields of an object are separate parameters: `tag.browser=Firefox`.
 */
export function readQuery(queryString: string, schema: TObject | undefined): RawParameters {
  const values: Record<string, unknown> = {}
  const objects = new Map<string, [field: string, value: unknown][]>()
  const faults: FieldFault[] = []
  for (const [name, texts] of collectByName(decodeQuery(queryString))) {
    const property = findProperty(schema, name)
    if (property === undefined) {
      if (!isOpen(schema)) faults.push(refuseUnknown(name, schema))
    } else if (isList(property.schema)) {
      values[name] = texts
    } else {
      if (texts.length > 1) faults.push({ in: 'query', name, detail: 'must be given only once' })
      const value = readValue(property.schema, texts.at(-1))
      if (property.field === undefined) values[name] = value
      else append(objects, property.name, [property.field, value])
    }
  }
  for (const [name, fields] of objects) values[name] = Object.fromEntries(fields)
  return { values, faults: faults.slice(0, faultsReportedMax) }
}

function collectByName(parameters: readonly (readonly [name: string, text: string])[]): Map<string, string[]> {
  const collected = new Map<string, string[]>()
  for (const [name, text] of parameters) append(collected, name, text)
  return collected
}

function append<T>(lists: Map<string, T[]>, name: string, item: T): void {
  const list = lists.get(name)
  if (list === undefined) lists.set(name, [item])
  else list.push(item)
}

/** Target of a parameter's text: a plain value, or a field of an object. */
interface NamedProperty {
  name: string
  field?: string
  schema: TSchema
}

function findProperty(schema: TObject | undefined, name: string): NamedProperty | undefined {
  const whole = propertyOf(schema, name)
  if (whole !== undefined) return isObject(whole) ? undefined : { name, schema: whole }
  const dot = name.indexOf('.')
  const object = dot === -1 ? undefined : propertyOf(schema, name.slice(0, dot))
  const field = name.slice(dot + 1)
  if (object === undefined || !isObject(object) || field === '') return undefined
  return { name: name.slice(0, dot), field, schema: object }
}

function propertyOf(schema: TObject | undefined, name: string): TSchema | undefined {
  return schema !== undefined && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
}

function readValue(schema: TSchema, text: string | undefined): unknown {
  return isNumeric(schema) && !isNumber(text ?? '') ? Number.NaN : text
}

/** Queries by other programs may have parameters that are not used here. */
function isOpen(schema: object | undefined): boolean {
  return schema !== undefined && 'additionalProperties' in schema && schema.additionalProperties === true
}

/** An ignored parameter would look as if it had narrowed the result. */
function refuseUnknown(name: string, schema: TObject | undefined): FieldFault {
  const known = Object.entries(schema?.properties ?? {}).map(([each, part]) =>
    isObject(part) ? `${each}.<key>` : each,
  )
  const supported = known.length === 0 ? 'it has none' : `supported are ${known.join(', ')}`
  const detail = `is not a parameter of this route: ${supported}`
  return { in: 'query', name: name.slice(0, nameLengthMax), detail }
}

/**
 * Users do not consider empty text, `0x10`, `1e3` and spaces to be numbers; NaN makes the schema reject them with its
 * own message. A number with so many digits that it becomes infinite would pass all of the schema's bounds.
 */
function isNumber(text: string): boolean {
  return plainNumber.test(text) && Number.isFinite(Number(text))
}

function isNumeric(schema: object): boolean {
  return 'type' in schema && (schema.type === 'integer' || schema.type === 'number')
}

function isObject(schema: object): boolean {
  return 'type' in schema && schema.type === 'object'
}

function isList(schema: object): boolean {
  return 'type' in schema && schema.type === 'array'
}

function decodeQuery(queryString: string): [name: string, text: string][] {
  const parts = queryString.split('&').filter((part) => part !== '')
  return parts.map((part) => {
    const equals = part.indexOf('=')
    const name = equals === -1 ? part : part.slice(0, equals)
    const text = equals === -1 ? '' : part.slice(equals + 1)
    return [decodeUrlPart(name.replaceAll('+', ' ')), decodeUrlPart(text.replaceAll('+', ' '))]
  })
}
