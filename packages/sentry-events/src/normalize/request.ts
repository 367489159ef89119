import { isJsonObject } from '../read-json.js'
import type { JsonObject, NormalRequest } from '../normal-event.js'
import { trimBag, trimObject } from './json-bag.js'
import { readScalar, readText } from './read-field.js'
import { readPairs } from './request-pairs.js'

const urlLengthMax = 2_048
const methodForm = /^[A-Z\-_]{3,32}$/
const bodyLimits = { sizeMax: 8_192, depthMax: 7 }
const formContentType = 'application/x-www-form-urlencoded'

/** What a form looks like: names and values without white space. */
const formBody = /^[^\s={}[\]"]{1,500}=[^\s{}[\]"]*$/

/** Reads the HTTP request that an event belongs to. @returns undefined when nothing of it is known. */
export function readRequest(value: unknown): NormalRequest | undefined {
  if (!isJsonObject(value)) {
    return undefined
  }
  const headers = readHeaders(value['headers'])
  const { url, query, fragment } = splitUrl(readText(value['url'], urlLengthMax))
  const request = {
    url,
    method: readMethod(value['method']),
    query: readPairs(value['query_string'] ?? query, '&'),
    fragment: readText(value['fragment'], urlLengthMax) || fragment,
    headers: headers.fields,
    cookies: readPairs(value['cookies'] ?? headers.cookie, ';'),
    ...readBody(value['data'], headers.fields['Content-Type']),
    env: trimObject(value['env'], bodyLimits),
  }
  return isEmptyRequest(request) ? undefined : request
}

function readMethod(value: unknown): string {
  const method = readText(value, 64).toUpperCase()
  return methodForm.test(method) ? method : ''
}

function splitUrl(text: string): { url: string; query: string; fragment: string } {
  const [beforeFragment = '', ...fragments] = text.split('#')
  const [url = '', ...queries] = beforeFragment.split('?')
  return { url, query: queries.join('?'), fragment: fragments.join('#') }
}

function readHeaders(value: unknown): { fields: Record<string, string>; cookie: string | undefined } {
  const fields: Record<string, string> = {}
  let cookie: string | undefined
  for (const [rawName, text] of readPairs(value, undefined)) {
    const name = titleCase(rawName)
    if (name === 'Cookie') cookie = cookie === undefined ? text : `${cookie}; ${text}`
    else if (name !== '__proto__') fields[name] = Object.hasOwn(fields, name) ? `${fields[name] ?? ''},${text}` : text
  }
  return { fields, cookie }
}

/** `x-request-id` becomes `X-Request-Id`. */
function titleCase(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('-')
}

type Body = Pick<NormalRequest, 'data' | 'inferredContentType'>

/** A body of JSON or of a form is kept as what it says. */
function readBody(value: unknown, contentType: string | undefined): Body {
  if (typeof value !== 'string') {
    const data = value === null || value === undefined ? undefined : trimBag(value, bodyLimits)
    return { data, inferredContentType: contentType ?? (isJsonObject(value) ? 'application/json' : '') }
  }
  const json = readJsonText(value)
  if (json !== undefined) {
    return { data: trimBag(json, bodyLimits), inferredContentType: 'application/json' }
  }
  const text = readText(value, bodyLimits.sizeMax)
  if (contentType?.startsWith(formContentType) === true || formBody.test(text)) {
    return { data: Object.fromEntries(readPairs(text, '&')), inferredContentType: formContentType }
  }
  return { data: text === '' ? undefined : text, inferredContentType: contentType ?? '' }
}

function readJsonText(text: string): JsonObject | unknown[] | undefined {
  const first = text.trimStart().charAt(0)
  if (first !== '{' && first !== '[') {
    return undefined
  }
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) || isJsonObject(value) ? value : undefined
  } catch {
    // Text that only looks like JSON, or was cut by the SDK, stays text.
    return undefined
  }
}

function isEmptyRequest({ url, method, query, headers, cookies, data, env }: NormalRequest): boolean {
  const size = query.length + cookies.length + Object.keys(headers).length + Object.keys(env).length
  return url === '' && method === '' && data === undefined && size === 0
}

/** Address of the client as the server's environment tells. */
export function remoteAddressOf(value: unknown): unknown {
  const env = isJsonObject(value) ? value['env'] : undefined
  return isJsonObject(env) ? readScalar(env['REMOTE_ADDR'], 64) : undefined
}
