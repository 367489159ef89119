import { ServiceError } from '@signalbox/contracts'
import { EventLogError, type DeadLetterQueue } from '@signalbox/event-log'

/** Retry-After, in seconds, if the log is unavailable. */
const retryAfterSeconds = 5

/**
 * Queries the dead letters of the log.
 * @throws ServiceError `unavailable` without a log or if it does not respond; `not-found` if the result is undefined.
 */
export async function useDeadLetters<Result>(
  deadLetters: DeadLetterQueue | undefined,
  operation: (deadLetters: DeadLetterQueue) => Promise<Result | undefined>,
): Promise<Result> {
  if (!deadLetters) throw new ServiceError('unavailable', { detail: 'This process has no event log' })
  const result = await operation(deadLetters).catch((cause: unknown) => {
    if (!(cause instanceof EventLogError)) throw cause
    throw new ServiceError('unavailable', { detail: 'The event log is not responding', retryAfterSeconds, cause })
  })
  if (result === undefined) throw new ServiceError('not-found', { detail: 'No such dead letter' })
  return result
}
