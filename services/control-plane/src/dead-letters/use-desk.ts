import { ServiceError } from '@signalbox/contracts'
import { EventLogError, type DeadLetterDesk } from '@signalbox/event-log'

/** Seconds after which a log that could not answer may be asked again. */
const retryAfterSeconds = 5

/**
 * Asks the dead letters of the log.
 * @throws ServiceError `unavailable` without a log, or when it does not answer; `not-found` when the answer is undefined.
 */
export async function useDesk<Result>(
  desk: DeadLetterDesk | undefined,
  ask: (desk: DeadLetterDesk) => Promise<Result | undefined>,
): Promise<Result> {
  if (!desk) throw new ServiceError('unavailable', { detail: 'This process has no event log' })
  const result = await ask(desk).catch((cause: unknown) => {
    if (!(cause instanceof EventLogError)) throw cause
    throw new ServiceError('unavailable', { detail: 'The event log does not answer', retryAfterSeconds, cause })
  })
  if (result === undefined) throw new ServiceError('not-found', { detail: 'There is no such dead letter' })
  return result
}
