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
  throw new ServiceError('bad-request', { detail: 'The URL is malformed: percent-encoded UTF-8 without NUL is needed' })
}

/**
 * Reads the parameters of a query string that the schema names; `undefined` names none. Others are faults that say what
 * there is, unless the schema is open: then they are ignored. Repeated ones become a list where the schema wants one, else
 * they are a fault. The fields of an object are parameters of their own, `tag.browser=Firefox`.
 */
export function readQuery(queryString: string, schema: TObject | undefined): RawParameters {
  const values: Record<string, unknown> = {}
  const given = new Set<string>()
  const faults: FieldFault[] = []
  for (const [name, text] of decodeQuery(queryString)) {
    const property = findProperty(schema, name)
    const isRepeated = given.has(name)
    given.add(name)
    if (property === undefined) {
      if (!isRepeated && !isOpen(schema)) faults.push(refuseUnknown(name, schema))
    } else if (isList(property.schema)) {
      values[name] = [...listed(values[name]), text]
    } else {
      if (isRepeated) faults.push({ in: 'query', name, detail: 'must be given once only' })
      assign(values, property, text)
    }
  }
  return { values, faults: faults.slice(0, faultsReportedMax) }
}

/** Where the text of a parameter goes: a value of its own, or a field of an object. */
interface NamedProperty {
  name: string
  field?: string
  schema: TSchema
}

function findProperty(schema: TObject | undefined, name: string): NamedProperty | undefined {
  const properties = new Map<string, TSchema>(Object.entries(schema?.properties ?? {}))
  const whole = properties.get(name)
  if (whole !== undefined) return isObject(whole) ? undefined : { name, schema: whole }
  const dot = name.indexOf('.')
  const object = properties.get(name.slice(0, Math.max(dot, 0)))
  const field = name.slice(dot + 1)
  if (object === undefined || !isObject(object) || field === '') return undefined
  return { name: name.slice(0, dot), field, schema: object }
}

function assign(values: Record<string, unknown>, { name, field, schema }: NamedProperty, text: string): void {
  const value = isNumeric(schema) && !plainNumber.test(text) ? Number.NaN : text
  values[name] = field === undefined ? value : Object.fromEntries([...fieldsOf(values[name]), [field, value]])
}

function fieldsOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
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
  const detail = `is no parameter of this route: ${known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`}`
  return { in: 'query', name: name.slice(0, nameLengthMax), detail }
}

/** Empty text, `0x10`, `1e3` and spaces are no numbers to people; NaN makes the schema refuse them in its own words. */
function isNumeric(schema: object): boolean {
  return 'type' in schema && (schema.type === 'integer' || schema.type === 'number')
}

function isObject(schema: object): boolean {
  return 'type' in schema && schema.type === 'object'
}

function isList(schema: object): boolean {
  return 'type' in schema && schema.type === 'array'
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
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
