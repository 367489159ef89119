import type { Problem } from '@signalbox/contracts'

/** The server answered with a status of failure. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** What the server said; undefined when something in between answered, such as a proxy. */
  readonly problem: Problem | undefined

  constructor(status: number, message: string, problem?: Problem) {
    super(message)
    this.status = status
    this.problem = problem
  }
}

/** No usable answer came: connection refused, unknown host, time-out, or an answer that is not JSON. */
export class ApiConnectionError extends Error {
  override readonly name = 'ApiConnectionError'
}
