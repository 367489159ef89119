import { watchAgentSession } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireSession } from '../find-session.js'
import { createSessionEvents } from '../session-events.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createWatchAgentSession({ store }: Pick<RouteDependencies, 'store'>): Route {
  const eventsOf = createSessionEvents(store)
  return createRoute(watchAgentSession, ({ caller, params }) =>
    eventsOf(requireSession(store, caller.organizationId, params.session_id)),
  )
}
