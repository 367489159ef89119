/** Data of a span for the HTTP view. */
export interface HttpFacts {
  is_http_entry: 0 | 1
  /** 0 if unknown. */
  http_status: number
}

const methodKeys = ['http.request.method', 'http.method', 'http.route']
const statusKeys = ['http.response.status_code', 'http.status_code']
const kindKeys = ['span.kind', 'sentry.kind']

/** SDKs that don't send a span's kind encode it in the operation. */
const kindsOfOp: Readonly<Record<string, string>> = { 'http.server': 'server', 'http.client': 'client' }

/**
 * A span serves an HTTP request if it has an HTTP attribute and is of kind server; or, if its kind is unknown, if it
 * has no parent.
 * @param op Operation class as Sentry SDKs send it (`http.server`); empty for other spans.
 */
export function readHttpFacts(attributes: Readonly<Record<string, string>>, op: string, hasParent: boolean): HttpFacts {
  const kind = firstOf(attributes, kindKeys)?.toLowerCase() ?? kindsOfOp[op]
  const isServer = kind === undefined ? !hasParent : kind === 'server'
  const isHttp = op === 'http.server' || firstOf(attributes, methodKeys) !== undefined
  return { is_http_entry: isServer && isHttp ? 1 : 0, http_status: readHttpStatus(attributes) }
}

function readHttpStatus(attributes: Readonly<Record<string, string>>): number {
  const status = Number(firstOf(attributes, statusKeys))
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : 0
}

function firstOf(attributes: Readonly<Record<string, string>>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = attributes[key]
    if (value !== undefined) {
      return value
    }
  }
  return undefined
}
