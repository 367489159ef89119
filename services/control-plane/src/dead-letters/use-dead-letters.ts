import { ServiceError } from '@signalbox/contracts'
import { EventLogError, type DeadLetterQueue } from '@signalbox/event-log'

/** Seconds after which a log that could not answer may be asked again. */
const retryAfterSeconds = 5

/**
 * Asks the dead letters of the log.
 * @throws ServiceError `unavailable` without a log, or when it does not answer; `not-found` when the answer is undefined.
 */
export async function useDeadLetters<Result>(
  deadLetters: DeadLetterQueue | undefined,
  ask: (deadLetters: DeadLetterQueue) => Promise<Result | undefined>,
): Promise<Result> {
  if (!deadLetters) throw new ServiceError('unavailable', { detail: 'This process has no event log' })
  const result = await ask(deadLetters).catch((cause: unknown) => {
    if (!(cause instanceof EventLogError)) throw cause
    throw new ServiceError('unavailable', { detail: 'The event log is not responding', retryAfterSeconds, cause })
  })
  if (result === undefined) throw new ServiceError('not-found', { detail: 'No such dead letter' })
  return result
}
