import type { Problem } from '@signalbox/contracts'

/** The server responded with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The server's explanation; undefined if something in between, such as a proxy, responded. */
  readonly problem: Problem | undefined
  /** Seconds to wait before retrying, if the server specified it. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, problem?: Problem, retryAfterSeconds?: number) {
    super(message)
    this.status = status
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No usable response: connection refused, unknown host, timeout, or a response that is not JSON. */
export class ApiConnectionError extends Error {
  override readonly name = 'ApiConnectionError'
}
