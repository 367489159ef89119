import { setTimeout as sleep } from 'node:timers/promises'
import { ApiConnectionError, ApiError } from '@signalbox/api-client'
import { ServiceError, type ErrorCode } from '@signalbox/contracts'

/** Milliseconds before each retry. */
export type RetryPauses = readonly number[]

/** About ten seconds: enough for a restart or a briefly locked database. */
export const defaultRetryPauses: RetryPauses = [200, 1_000, 3_000, 6_000]

/** Retries work after transient failures. Stops early when the signal aborts. */
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

/** `query-timeout` is excluded: the same query would take as long again. */
const passingCodes: ReadonlySet<ErrorCode> = new Set(['rate-limited', 'unavailable', 'overloaded'])
