import { parseJson } from '@signalbox/contracts'
import { isJsonObject } from '../read-json.js'
import type { JsonObject, NormalRequest } from '../normal-event.js'
import { remember } from '../remember.js'
import { cleanText } from '../protocol/index.js'
import type { Place } from './changes.js'
import type { Fields } from './fields.js'
import { trimBag } from './json-bag.js'
import { readScalar } from './read-field.js'
import { pairValueLengthMax, readPairs } from './request-pairs.js'

const urlLengthMax = 2_048
const contentTypeLengthMax = 128
const methodForm = /^[A-Z\-_]{3,32}$/
const bodyLimits = { sizeMax: 8_192, depthMax: 7 }
/** Characters of names and values, including separators of a text. */
const pairLimits = {
  query_string: { separator: '&', sizeMax: 1_024 },
  cookies: { separator: ';', sizeMax: 2_048 },
  headers: { separator: undefined, sizeMax: 8_192 },
  data: { separator: '&', sizeMax: 8_192 },
} as const
const formContentType = 'application/x-www-form-urlencoded'

/** What a form looks like: names and values without white space. */
const formBody = /^[^\s={}[\]"]{1,500}=[^\s{}[\]"]*$/

/**
 * Reads the HTTP request of an event.
 * @returns undefined if nothing is known about it.
 */
export function readRequest(fields: Fields | undefined): NormalRequest | undefined {
  if (fields === undefined) {
    return undefined
  }
  const pairsOf = (name: 'query_string' | 'cookies', ofElsewhere: string | undefined) => {
    const sent = fields.get(name)
    const source = sent === undefined || sent === '' ? ofElsewhere : sent
    return readPairs(source, pairLimits[name], fields.at(name))
  }
  const headers = readHeaders(fields.get('headers'), fields.at('headers'))
  const { url, query, fragment } = splitUrl(fields.text('url', urlLengthMax))
  const request = {
    url,
    method: readMethod(fields),
    query: pairsOf('query_string', query),
    fragment: fields.text('fragment', urlLengthMax) || fragment,
    headers: headers.fields,
    cookies: pairsOf('cookies', headers.cookie),
    ...readBody(fields, headers.fields['Content-Type']),
    env: fields.object('env', bodyLimits),
  }
  return isEmptyRequest(request) ? undefined : request
}

function readMethod(fields: Fields): string {
  const method = fields.text('method', 64).trim().toUpperCase()
  if (method === '' || methodForm.test(method)) return method
  fields.at('method').note('invalid')
  return ''
}

function splitUrl(text: string): { url: string; query: string; fragment: string } {
  const [beforeFragment = '', ...fragments] = text.split('#')
  const [url = '', ...queries] = beforeFragment.split('?')
  return { url, query: queries.join('?'), fragment: fragments.join('#') }
}

function readHeaders(value: unknown, place: Place) {
  const fields: Record<string, string> = {}
  let cookie: string | undefined
  for (const [rawName, text] of readPairs(value, pairLimits.headers, place)) {
    const name = titleCase(rawName)
    if (name === 'Cookie') cookie = cookie === undefined ? text : `${cookie}; ${text}`
    else if (name !== '__proto__') fields[name] = Object.hasOwn(fields, name) ? joinValues(fields[name], text) : text
  }
  return { fields, cookie }
}

function joinValues(before: string | undefined, value: string): string {
  return cleanText(`${before ?? ''},${value}`, pairValueLengthMax)
}

const rememberName = remember<string>(1_000, 100)

/** `x-request-id` becomes `X-Request-Id`. */
function titleCase(name: string): string {
  return rememberName(name, () =>
    name
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
      .join('-'),
  )
}

type Body = Pick<NormalRequest, 'data' | 'inferredContentType'>

/** A JSON or form body is stored in parsed form. */
function readBody(fields: Fields, contentType: string | undefined): Body {
  const value = fields.get('data')
  const place = fields.at('data')
  if (typeof value !== 'string') {
    const data = value === undefined ? undefined : trimBag(value, bodyLimits, place)
    const sentType = fields.text('inferred_content_type', contentTypeLengthMax)
    return { data: data ?? undefined, inferredContentType: sentType || (contentType ?? typeOf(value)) }
  }
  const json = readJsonText(value)
  if (json !== undefined) {
    return { data: trimBag(json, bodyLimits, place), inferredContentType: 'application/json' }
  }
  const text = fields.text('data', bodyLimits.sizeMax)
  if (text !== '' && (contentType?.startsWith(formContentType) === true || formBody.test(text))) {
    return { data: readForm(text, place), inferredContentType: formContentType }
  }
  return { data: text === '' ? undefined : text, inferredContentType: contentType ?? '' }
}

function typeOf(value: unknown): string {
  return isJsonObject(value) ? 'application/json' : ''
}

/** A repeated name gets a list of its values. */
function readForm(text: string, place: Place): unknown {
  const values = new Map<string, string[]>()
  for (const [name, value] of readPairs(text, pairLimits.data, place)) {
    values.set(name, [...(values.get(name) ?? []), value])
  }
  const form = Array.from(values, ([name, list]) => [name, list.length === 1 ? list[0] : list] as const)
  return trimBag(Object.fromEntries(form), bodyLimits, place)
}

function readJsonText(text: string): JsonObject | unknown[] | undefined {
  const first = text.trimStart().charAt(0)
  if (first !== '{' && first !== '[') {
    return undefined
  }
  // Text that only looks like JSON, or was truncated by the SDK, stays text.
  const value = parseJson(text)
  return Array.isArray(value) || isJsonObject(value) ? value : undefined
}

function isEmptyRequest({ url, method, query, headers, cookies, data, env }: NormalRequest): boolean {
  const size = query.length + cookies.length + Object.keys(headers).length + Object.keys(env).length
  return url === '' && method === '' && data === undefined && size === 0
}

/** The client's address according to the server's environment. */
export function remoteAddressOf(request: NormalRequest | undefined): string {
  return readScalar(request?.env['REMOTE_ADDR'], 64)
}
