/**
 * The error catalog: code, HTTP status and public title. Every error response of every service is one of these; add new
 * ones here, never as a status in a route.
 */
export const errorCatalogue = {
  'bad-request': { status: 400, title: 'Bad request' },
  'invalid-parameters': { status: 400, title: 'Invalid parameters' },
  'invalid-body': { status: 400, title: 'Invalid request body' },
  'undecodable-body': { status: 400, title: 'Request body cannot be decoded' },
  unauthenticated: { status: 401, title: 'A valid API key or session is required' },
  'invalid-credentials': { status: 401, title: 'Wrong e-mail address or password' },
  'second-factor-required': { status: 401, title: 'The password is correct; a second-factor code is also required' },
  'invalid-code': { status: 401, title: 'The code is wrong, expired or already used' },
  'invalid-passkey': { status: 401, title: 'The passkey is unknown, or its challenge has expired' },
  forbidden: { status: 403, title: 'The caller lacks the required scope' },
  'forged-request': { status: 403, title: 'The request does not come from a page of this installation' },
  'confirmation-required': { status: 403, title: 'Confirm your identity first' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  'body-too-large': { status: 413, title: 'Request body too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'unsupported-encoding': { status: 415, title: 'Unsupported content encoding' },
  'rate-limited': { status: 429, title: 'Rate limit exceeded' },
  internal: { status: 500, title: 'Internal error' },
  'log-full': { status: 503, title: 'The event log is full' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  overloaded: { status: 503, title: 'Overloaded' },
  'query-timeout': { status: 503, title: 'The query timed out' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** An error in one part of a request: which part and field, what is wrong, and what would be valid. */
export interface FieldFault {
  in: 'query' | 'path' | 'header' | 'body'
  /** Parameter name, or JSON pointer into the body (`/metrics/3/timestamp`, empty for the entire body). */
  name: string
  detail: string
}

export interface ServiceErrorOptions {
  /** Public explanation of this occurrence. Must not contain secrets or internals. */
  detail?: string
  faults?: readonly FieldFault[]
  /** Seconds until a retry makes sense; sent as the Retry-After header. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** The only error that determines the status of a response; anything else becomes `internal`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly status: number
  readonly detail: string | undefined
  readonly faults: readonly FieldFault[]
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.detail ?? errorCatalogue[code].title, { cause: options.cause })
    this.code = code
    this.status = errorCatalogue[code].status
    this.detail = options.detail
    this.faults = options.faults ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
