import { ServiceError, type FieldFault } from '@signalbox/contracts'
import type { TObject, TSchema } from 'typebox'

/** Parameters as text, ready for a validator that reads text; faults that a schema cannot see. */
export interface RawParameters {
  values: Record<string, unknown>
  faults: FieldFault[]
}

const faultsReportedMax = 20
const nameLengthMax = 200
const plainNumber = /^-?\d+(?:\.\d+)?$/

/** @throws ServiceError `bad-request` for percent-encoding that stands for no text, and for NUL bytes. */
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
 * Reads the parameters of a query string that the schema names; `undefined` names none. Others are faults that say what
 * there is, unless the schema is open: then they are ignored. Repeated ones become a list where the schema wants one, else
 * they are a fault. The fields of an object are parameters of their own, `tag.browser=Firefox`.
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

/** Where the text of a parameter goes: a value of its own, or a field of an object. */
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

/** Other programs' queries may say more than is read of them. */
function isOpen(schema: object | undefined): boolean {
  return schema !== undefined && 'additionalProperties' in schema && schema.additionalProperties === true
}

/** What nobody reads would look as if it narrowed the answer. */
function refuseUnknown(name: string, schema: TObject | undefined): FieldFault {
  const known = Object.entries(schema?.properties ?? {}).map(([each, part]) =>
    isObject(part) ? `${each}.<key>` : each,
  )
  const supported = known.length === 0 ? 'it has none' : `supported are ${known.join(', ')}`
  const detail = `is not a parameter of this route: ${supported}`
  return { in: 'query', name: name.slice(0, nameLengthMax), detail }
}

/**
 * Empty text, `0x10`, `1e3` and spaces are not numbers to people; NaN makes the schema refuse them in its own words. So many
 * digits that they are infinite would pass by all of its bounds.
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
