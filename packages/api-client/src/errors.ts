import type { Problem } from '@signalbox/contracts'

/** The server answered with a status of failure. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** What the server said; undefined when something in between answered, such as a proxy. */
  readonly problem: Problem | undefined
  /** Seconds that the server asks to wait before the next try; undefined when it asks for none. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, problem?: Problem, retryAfterSeconds?: number) {
    super(message)
    this.status = status
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No usable answer came: connection refused, unknown host, time-out, or an answer that is not JSON. */
export class ApiConnectionError extends Error {
  override readonly name = 'ApiConnectionError'
}
