import { watchAgentSession } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireSession } from '../sessions/find-session.js'
import { createSessionEvents } from '../sessions/session-events.js'
import type { RouteDependencies } from './dependencies.js'

export function createWatchAgentSession({ store }: Pick<RouteDependencies, 'store'>): Route {
  const eventsOf = createSessionEvents(store)
  return createRoute(watchAgentSession, ({ caller, params }) =>
    eventsOf(requireSession(store, caller.organizationId, params.session_id)),
  )
}
