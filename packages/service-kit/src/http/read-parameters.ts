import { ServiceError, type FieldFault } from '@signalbox/contracts'
import type { TObject } from 'typebox'

/** Parameters as text, ready for a validator that reads text; faults that a schema cannot see. */
export interface RawParameters {
  values: Record<string, unknown>
  faults: FieldFault[]
}

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
 * Reads those parameters of a query string that the schema names. Others are ignored. Repeated ones become a list where
 * the schema wants one, else they are a fault.
 */
export function readQuery(queryString: string, schema: TObject): RawParameters {
  const values: Record<string, unknown> = {}
  const faults: FieldFault[] = []
  for (const [name, text] of decodeQuery(queryString)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (property === undefined) continue
    if (isList(property)) {
      values[name] = [...listed(values[name]), text]
      continue
    }
    if (Object.hasOwn(values, name)) faults.push({ in: 'query', name, detail: 'must be given once only' })
    values[name] = isNumeric(property) && !plainNumber.test(text) ? Number.NaN : text
  }
  return { values, faults }
}

/** Empty text, `0x10`, `1e3` and spaces are no numbers to people; NaN makes the schema refuse them in its own words. */
function isNumeric(schema: object): boolean {
  return 'type' in schema && (schema.type === 'integer' || schema.type === 'number')
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
