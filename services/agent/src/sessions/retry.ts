import { setTimeout as sleep } from 'node:timers/promises'
import { ApiConnectionError, ApiError } from '@signalbox/api-client'
import { ServiceError, type ErrorCode } from '@signalbox/contracts'

/** Milliseconds before each further try. */
export type RetryPauses = readonly number[]

/** Some ten seconds: a restart, or a moment in which the database is locked. */
export const defaultRetryPauses: RetryPauses = [200, 1_000, 3_000, 6_000]

/** Does work again as long as it fails for want of what comes back by itself. Gives up early when the signal aborts. */
export async function retry<T>(work: () => Promise<T>, pauses: RetryPauses, signal: AbortSignal): Promise<T> {
  for (const pauseMs of pauses) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
    }
    await sleep(pauseMs, undefined, { signal })
  }
  return work()
}

function isPassing(error: unknown): boolean {
  if (error instanceof ApiConnectionError) return true
  const code = error instanceof ApiError ? error.problem?.code : error instanceof ServiceError ? error.code : undefined
  return code !== undefined && passingCodes.has(code)
}

/** Not `query-timeout`: the same question would take as long again. */
const passingCodes: ReadonlySet<ErrorCode> = new Set(['rate-limited', 'unavailable', 'overloaded'])
