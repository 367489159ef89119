import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Static, TSchema } from 'typebox'
import type { FieldFault } from './errors.js'
import { isUuid } from './ids.js'

/** A fault found by a schema: the JSON pointer of the value and what is wrong with it. */
export interface SchemaFault {
  pointer: string
  detail: string
}

export type Validation<T> = { ok: true; value: T } | { ok: false; faults: SchemaFault[] }

/** Checks one value against one schema; compiled once, called often. Never throws. */
export type Validator<T> = (value: unknown) => Validation<T>

export interface ValidatorOptions {
  /**
   * For values that arrive as text (query parameters): numbers and booleans are read from strings, and defaults are
   * filled in. The value is changed in place.
   */
  fromText?: boolean
  /** Report every fault instead of the first only. Costs time on hostile input: keep it to small values. */
  allFaults?: boolean
}

const faultsReportedMax = 20
const isoTimestamp = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?$/

function createAjv(options: ValidatorOptions): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    allErrors: options.allFaults ?? false,
    coerceTypes: options.fromText ?? false,
    useDefaults: options.fromText ?? false,
    allowUnionTypes: true,
  })
  ajv.addFormat('timestamp', (text: string) => parseTimestamp(text) !== undefined)
  ajv.addFormat('uuid', isUuid)
  return ajv
}

/**
 * Reads an ISO 8601 timestamp. Without a zone it is UTC. Digits beyond milliseconds are cut.
 * @returns Unix milliseconds, or undefined when the text is no timestamp or names no real moment.
 */
export function parseTimestamp(text: string): number | undefined {
  if (!isoTimestamp.test(text)) return undefined
  const hasZone = /[Zz]$|[+-]\d\d:?\d\d$/.test(text.slice(10))
  const normal = text.replace(' ', 'T').replace(/(\.\d{3})\d+/, '$1')
  const milliseconds = Date.parse(hasZone || normal.length === 10 ? normal : `${normal}Z`)
  return Number.isFinite(milliseconds) ? milliseconds : undefined
}

function explain(error: ErrorObject): SchemaFault {
  const params = error.params as Record<string, unknown>
  const pointer = error.instancePath
  switch (error.keyword) {
    case 'required':
      return { pointer: `${pointer}/${String(params['missingProperty'])}`, detail: 'is required' }
    case 'additionalProperties':
      return { pointer: `${pointer}/${String(params['additionalProperty'])}`, detail: 'is not a known field' }
    case 'enum':
      return { pointer, detail: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` }
    case 'format':
      return { pointer, detail: params['format'] === 'uuid' ? 'must be a UUID' : 'must be an ISO 8601 timestamp' }
    default:
      return { pointer, detail: error.message ?? 'is invalid' }
  }
}

/** Compiles a schema into a validator. Do this once, at start, not per request. */
export function createValidator<S extends TSchema>(schema: S, options: ValidatorOptions = {}): Validator<Static<S>> {
  const check: ValidateFunction = createAjv(options).compile(schema)
  return (value) => {
    if (check(value)) return { ok: true, value: value as Static<S> }
    return { ok: false, faults: (check.errors ?? []).slice(0, faultsReportedMax).map(explain) }
  }
}

/** Turns schema faults into faults of a request part, for the answer. */
export function toFieldFaults(part: FieldFault['in'], faults: readonly SchemaFault[]): FieldFault[] {
  return faults.map(({ pointer, detail }) => ({
    in: part,
    name: part === 'body' ? pointer : pointer.replace(/^\//, ''),
    detail,
  }))
}
