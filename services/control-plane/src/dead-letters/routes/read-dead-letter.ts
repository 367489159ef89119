import { readDeadLetter } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toLetterDetail } from '../letter-shape.js'
import { useDesk } from '../use-desk.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadDeadLetter({ deadLetters }: RouteDependencies): Route {
  return createRoute(readDeadLetter, async ({ caller: { organizationId }, params }) =>
    toLetterDetail(await useDesk(deadLetters, (desk) => desk.open(organizationId, params.letter_id))),
  )
}
