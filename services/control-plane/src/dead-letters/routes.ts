import { listDeadLetters, readDeadLetter, replayDeadLetter, ServiceError, sinceMsOf } from '@signalbox/contracts'
import type { DeadLetterQueue } from '@signalbox/event-log'
import { type Clock, createRoute, type Route } from '@signalbox/service-kit'
import { toLetterDetail, toLetterEntry } from './letter-shape.js'
import { useDeadLetters } from './use-dead-letters.js'

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
