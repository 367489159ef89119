import { listDeadLetters, readDeadLetter, replayDeadLetter, ServiceError, sinceMsOf } from '@signalbox/contracts'
import { EventLogError, type DeadLetterQueue } from '@signalbox/event-log'
import { createRoute, type Clock, type Route } from '@signalbox/service-kit'
import { toLetterDetail, toLetterEntry } from './letter-shape.js'

/** Dependencies of the dead letter routes. */
export interface DeadLetterRouteDependencies {
  /** Undefined in a process without an event log. */
  deadLetters: DeadLetterQueue | undefined
  clock: Clock
}

/** Routes for dead letters. */
export function createDeadLetterRoutes({ deadLetters, clock }: DeadLetterRouteDependencies): Route[] {
  return [
    createRoute(listDeadLetters, async ({ caller: { organizationId }, query }) => {
      const { after, limit } = query
      const since = clock() - sinceMsOf(query.since)
      const wanted = { organizationId, since, limit, ...(after !== undefined && { after }) }
      const { letters, next = null } = await useDeadLetters(deadLetters, (queue) => queue.list(wanted))
      return { letters: letters.map(toLetterEntry), next }
    }),
    createRoute(readDeadLetter, async ({ caller: { organizationId }, params }) =>
      toLetterDetail(await useDeadLetters(deadLetters, (queue) => queue.open(organizationId, params.letter_id))),
    ),
    createRoute(replayDeadLetter, async ({ caller: { organizationId }, params: { letter_id }, query }) => {
      const result = await useDeadLetters(deadLetters, (deadLetters) =>
        deadLetters.replay(organizationId, letter_id, query.again),
      )
      if (result !== 'replayed') throw new ServiceError('conflict', { detail: refusals[result] })
      return { letter_id }
    }),
  ]
}

const refusals = {
  'body-gone': 'The original request is no longer in the log',
  'replayed-before': 'It was already replayed; `again` replays it once more',
  uncertain:
    'It may have been replayed: the last attempt was interrupted. Check whether its item was stored, then ' +
    'replay it with `again`',
} as const

/** Retry-After, in seconds, if the log is unavailable. */
const retryAfterSeconds = 5

/**
 * Queries the dead letters of the log.
 * @throws ServiceError `unavailable` without a log or if it does not respond; `not-found` if the result is undefined.
 */
async function useDeadLetters<Result>(
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
