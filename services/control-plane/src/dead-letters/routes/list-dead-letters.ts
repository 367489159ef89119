import { listDeadLetters, sinceMs } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toLetterEntry } from '../letter-shape.js'
import { useDesk } from '../use-desk.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListDeadLetters({ deadLetters, clock }: RouteDependencies): Route {
  return createRoute(listDeadLetters, async ({ caller: { organizationId }, query }) => {
    const { since: word, after, limit } = query
    const since = clock() - sinceMs[word]
    const wanted = { organizationId, since, limit, ...(after !== undefined && { after }) }
    const { letters, next = null } = await useDesk(deadLetters, (desk) => desk.list(wanted))
    return { letters: letters.map(toLetterEntry), next }
  })
}
