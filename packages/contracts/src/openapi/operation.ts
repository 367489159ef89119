import type { TObject, TSchema } from 'typebox'
import { EventStreamText } from '../api/http/event-stream.js'
import { FileBytes } from '../api/http/file-content.js'
import type { RouteContract } from '../api/http/route.js'
import { problem, problemReference, rateLimitHeaders } from './components.js'
import type { JsonSchema, SchemaReferences } from './schema-references.js'

/** Describes one route: parameters, body, responses, key and scope. */
export function describeOperation(contract: RouteContract, references: SchemaReferences): JsonSchema {
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    ...describeMore(contract),
    security: describeSecurity(contract),
    ...describeParameters(contract),
    ...(contract.body && { requestBody: { required: true, content: jsonContent(references.refer(contract.body)) } }),
    ...(contract.takesForm && { requestBody: formBody }),
    responses: describeResponses(contract, references),
  }
}

const formBody = { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } }

/** An API key or a browser session; public routes need neither. */
function describeSecurity({ scope, rateLimit, method }: RouteContract): JsonSchema[] {
  if (scope === 'public') return []
  const session = { session: [], ...(method !== 'get' && { csrfToken: [] }) }
  if (scope === 'signed-in') return [session]
  return rateLimit === 'ingest' ? [{ apiKey: [scope] }] : [{ apiKey: [scope] }, session]
}

function describeMore({ description, aliases = [], needsConfirmation }: RouteContract): JsonSchema {
  const spellings = aliases.length === 0 ? '' : `Also served at ${aliases.map((path) => `\`${path}\``).join(', ')}.`
  const confirmation = needsConfirmation
    ? 'Requires a recent sign-in: otherwise returns 403 `confirmation-required` to users.'
    : ''
  const text = [description ?? '', confirmation, spellings].filter((part) => part !== '').join(' ')
  return text === '' ? {} : { description: text }
}

function describeParameters({ params, query }: RouteContract): JsonSchema {
  const parameters = [...parametersOf('path', params), ...parametersOf('query', query)]
  return parameters.length === 0 ? {} : { parameters }
}

function parametersOf(place: 'path' | 'query', schema: TObject | undefined): JsonSchema[] {
  if (!schema) return []
  const required = new Set<string>(schema.required)
  return Object.entries(schema.properties).map(([name, property]) => describeParameter(place, name, property, required))
}

/** The server fills in defaults, so a parameter with one is optional although the schema requires it. */
function describeParameter(place: 'path' | 'query', name: string, property: TSchema, required: ReadonlySet<string>) {
  const { description, format, 'x-since': range, ...rest } = toPlain(property)
  const schema = {
    ...rest,
    ...(format !== undefined && { format: format === 'timestamp' ? 'date-time' : format }),
    // The description gives the minimum and maximum.
    ...(range !== undefined && { pattern: '^[1-9][0-9]{0,6}[smhdw]$' }),
  }
  const isObject = 'type' in schema && schema.type === 'object'
  return {
    name,
    in: place,
    ...(isObject && { style: 'form', explode: true }),
    required: place === 'path' || (required.has(name) && !('default' in rest)),
    ...(description === undefined ? {} : { description }),
    schema: isObject ? describeFields(name, schema) : schema,
  }
}

/** Each field of the object is a separate parameter, prefixed with the object's name. */
function describeFields(name: string, { additionalProperties, ...rest }: JsonSchema): JsonSchema {
  return { ...rest, patternProperties: { [`^${name}\\.`]: additionalProperties }, additionalProperties: false }
}

function toPlain(schema: TSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema))
}

function jsonContent(schema: unknown): JsonSchema {
  return { 'application/json': { schema } }
}

/** Files and event streams are not JSON: their media type is the entire description. */
function responseContent(response: TSchema, references: SchemaReferences): JsonSchema {
  const schema = references.refer(response)
  if (response === EventStreamText) return { 'text/event-stream': { schema } }
  return response === FileBytes ? { 'application/octet-stream': { schema } } : jsonContent(schema)
}

function describeResponses(contract: RouteContract, references: SchemaReferences): JsonSchema {
  const isEmpty = contract.status === 204 || contract.status === 303
  const content = isEmpty ? {} : { content: responseContent(contract.response, references) }
  const takesInput = contract.params !== undefined || contract.query !== undefined || contract.body !== undefined
  return {
    [contract.status]: { description: 'Success', headers: rateLimitHeaders, ...content },
    ...(takesInput && { 400: problemReference('BadRequest') }),
    ...(contract.scope !== 'public' && { 401: problemReference('Unauthenticated') }),
    ...(mayBeForbidden(contract) && { 403: problemReference('Forbidden') }),
    ...(namesAnObject(contract) && { 404: problemReference('NotFound') }),
    ...(contract.conflict !== undefined && { 409: problem(contract.conflict) }),
    ...(contract.body && { 413: problemReference('BodyTooLarge'), 415: problemReference('UnsupportedMediaType') }),
    429: problemReference('RateLimited'),
    503: problemReference('Unavailable'),
  }
}

/** Callers may lack a scope; cross-site requests are refused if a browser could be tricked into sending them. */
function mayBeForbidden({ scope, method }: RouteContract): boolean {
  return scope !== 'public' || method !== 'get'
}

/** Path parameters and `project_id` name objects that may not exist or belong to another organization. */
function namesAnObject({ params, query }: RouteContract): boolean {
  return params !== undefined || (query !== undefined && 'project_id' in query.properties)
}
