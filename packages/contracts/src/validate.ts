import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Static, TSchema } from 'typebox'
import type { FieldFault } from './errors.js'
import { isUuid } from './ids.js'
import { examplesWithin, parseSince } from './since.js'

/** An error found by a schema: the JSON pointer of the value and what is wrong with it. */
export interface SchemaFault {
  pointer: string
  detail: string
}

export type Validation<T> = { ok: true; value: T } | { ok: false; faults: SchemaFault[] }

/** Checks a value against a schema; compiled once, called often. Never throws. */
export type Validator<T> = (value: unknown) => Validation<T>

export interface ValidatorOptions {
  /**
   * For values that arrive as text (query parameters): numbers and booleans are parsed from strings, and defaults are
   * filled in. Modifies the value in place.
   */
  fromText?: boolean
  /** Reports all errors instead of only the first. Slow for hostile input: use it for small values only. */
  allFaults?: boolean
}

/**
 * Schema of texts that are not stored: databases end texts at NUL, and an unpaired surrogate cannot be written as UTF-8. Use
 * it with `not`.
 */
export const unstorable = { pattern: '[\\u0000\\ud800-\\udfff]' }

const faultsReportedMax = 20
const namesLengthMax = 200
const isoTimestamp = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+-]\d\d:?\d\d)?)?$/

function createAjv(options: ValidatorOptions): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    allErrors: options.allFaults ?? false,
    coerceTypes: options.fromText ?? false,
    useDefaults: options.fromText ?? false,
    allowUnionTypes: true,
    discriminator: true,
    verbose: true,
  })
  ajv.addFormat('timestamp', (text: string) => parseTimestamp(text) !== undefined)
  ajv.addFormat('uuid', isUuid)
  ajv.addKeyword({ keyword: 'x-since', type: 'string', schemaType: 'object', compile: compileSince })
  return ajv
}

/** Durations from the shortest to the longest of the listed ones. */
interface SinceRange {
  words: readonly string[]
}

function compileSince({ words }: SinceRange): (text: string) => boolean {
  const lengths = words.map((word) => parseSince(word) ?? Number.NaN)
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
  return (text) => {
    const length = parseSince(text)
    return length !== undefined && length >= least && length <= most
  }
}

function explainSince({ words }: SinceRange): string {
  return `must be a duration between ${words[0] ?? ''} and ${words.at(-1) ?? ''}, such as ${[...examplesWithin(words), ...words].join(', ')}`
}

const ajvByOptions = new Map<string, Ajv2020>()

/** Creating an instance takes longer than compiling most schemas with it. */
function ajvFor({ fromText = false, allFaults = false }: ValidatorOptions): Ajv2020 {
  const key = `${fromText} ${allFaults}`
  const ajv = ajvByOptions.get(key) ?? createAjv({ fromText, allFaults })
  ajvByOptions.set(key, ajv)
  return ajv
}

/**
 * Parses an ISO 8601 timestamp. Without a zone it is UTC. Digits beyond milliseconds are truncated.
 * @returns Unix milliseconds; undefined if the text is not a timestamp or not a real moment, such as 30 February,
 * 24:00, a leap second or a zone of 25 hours.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = isoTimestamp.exec(text)
  if (!match) return undefined
  const [, date = '', minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = match
  const wallClock = `${date}T${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const milliseconds = Date.parse(wallClock)
  // Date.parse lets 30 February and 24:00 overflow into the next day; a real moment formats back to the same text.
  if (!Number.isFinite(milliseconds) || new Date(milliseconds).toISOString() !== wallClock) return undefined
  const offset = zoneOffsetMs(zone)
  return offset === undefined ? undefined : milliseconds - offset
}

/** Offset of a zone (`Z`, `+05:30`, `-0800`) from UTC in milliseconds; undefined for an impossible zone. */
function zoneOffsetMs(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(-2))
  if (hours > 23 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** Names come from the sender: they are truncated, and escaped as JSON pointers require. */
function childPointer(pointer: string, name: unknown): string {
  return `${pointer}/${String(name).slice(0, namesLengthMax).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function explain(error: ErrorObject): SchemaFault {
  const params: Record<string, unknown> = error.params
  const pointer = error.instancePath
  if (error.propertyName !== undefined) {
    return { pointer: childPointer(pointer, error.propertyName), detail: `name ${error.message ?? 'is invalid'}` }
  }
  switch (error.keyword) {
    case 'required':
      return { pointer: childPointer(pointer, params['missingProperty']), detail: 'is required' }
    case 'additionalProperties':
      return { pointer: childPointer(pointer, params['additionalProperty']), detail: 'is not a known field' }
    case 'enum':
      return { pointer, detail: `must be one of ${[params['allowedValues']].flat().join(', ')}` }
    case 'discriminator':
      return explainTag(error)
    case 'x-since':
      return { pointer, detail: explainSince(error.schema as SinceRange) }
    case 'format':
      return { pointer, detail: params['format'] === 'uuid' ? 'must be a UUID' : 'must be an ISO 8601 timestamp' }
    case 'not':
      return { pointer, detail: explainNot(error) }
    case 'minimum':
    case 'maximum':
    case 'type':
      return { pointer, detail: explainNumber(error) }
    case 'pattern':
      return { pointer, detail: explainPattern(String(params['pattern']), error.parentSchema?.['description']) }
    default:
      return { pointer, detail: error.message ?? 'is invalid' }
  }
}

/** The object has no known kind: lists the valid ones. */
function explainTag({ instancePath, params, parentSchema }: ErrorObject): SchemaFault {
  const tag = String(params['tag'])
  const variants = (parentSchema as { oneOf: { properties: Record<string, { const?: unknown }> }[] }).oneOf
  const known = variants.map(({ properties }) => String(properties[tag]?.const))
  return { pointer: childPointer(instancePath, tag), detail: `must be one of ${known.join(', ')}` }
}

/** States the full range, whichever bound was violated; other types keep the validator's message. */
function explainNumber({ message = 'is invalid', parentSchema = {} }: ErrorObject): string {
  const { type, minimum, maximum }: Record<string, unknown> = parentSchema
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return message
  return `must be ${type === 'integer' ? 'an integer' : 'a number'} between ${minimum} and ${maximum}`
}

/** The description tells people what to write; the pattern is for machines, and is in the OpenAPI document. */
function explainPattern(pattern: string, description: unknown): string {
  if (pattern === '\\S') return 'must not be blank'
  return typeof description === 'string' ? `is malformed (${description})` : `must match ${pattern}`
}

function explainNot({ schema, message = 'is invalid' }: ErrorObject): string {
  return schema === unstorable ? 'must not contain NUL or unpaired surrogates' : message
}

/** Errors that only repeat another: each branch of `NullableOf`, the union itself, and `propertyNames`. */
function isEcho({ keyword, schemaPath, params }: ErrorObject): boolean {
  if (keyword === 'anyOf' || keyword === 'propertyNames') return true
  return keyword === 'type' && params['type'] === 'null' && schemaPath.includes('/anyOf/')
}

/**
 * Creates a validator for a schema, which is compiled on first use: most routes of a process are not called in its
 * first minutes, and compiling all of them would delay startup. Create it once, not per request.
 */
export function createValidator<S extends TSchema>(schema: S, options: ValidatorOptions = {}): Validator<Static<S>> {
  let compiled: ValidateFunction | undefined
  return (value) => {
    const check = (compiled ??= ajvFor(options).compile(schema))
    if (check(value)) return { ok: true, value: value as Static<S> }
    const faults = (check.errors ?? []).filter((error) => !isEcho(error))
    return { ok: false, faults: faults.slice(0, faultsReportedMax).map(explain) }
  }
}

/**
 * Converts schema errors to field errors of a request part for the response. An error within a repeated parameter is
 * reported for the parameter.
 */
export function toFieldFaults(part: FieldFault['in'], faults: readonly SchemaFault[]): FieldFault[] {
  return faults.map(({ pointer, detail }) => ({
    in: part,
    name: part === 'body' ? pointer : (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~'),
    detail,
  }))
}
