import { replayDeadLetter, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { useDesk } from '../use-desk.js'
import type { RouteDependencies } from '../../route-dependencies.js'

const refusals = {
  'body-gone': 'What was sent is gone from the log',
  'replayed-before': 'It was replayed before; `again` replays it once more',
  uncertain: 'It may have been replayed: it broke off the last time. Look for its item, then replay it with `again`',
} as const

export function createReplayDeadLetter({ deadLetters }: RouteDependencies): Route {
  return createRoute(replayDeadLetter, async ({ caller: { organizationId }, params: { letter_id }, query }) => {
    const result = await useDesk(deadLetters, (desk) => desk.replay(organizationId, letter_id, query.again))
    if (result !== 'replayed') throw new ServiceError('conflict', { detail: refusals[result] })
    return { letter_id }
  })
}
