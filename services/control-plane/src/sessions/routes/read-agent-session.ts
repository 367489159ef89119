import { readAgentSession } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireSession } from '../find-session.js'
import { readSessionDetail } from '../session-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadAgentSession({ store, clock }: RouteDependencies): Route {
  return createRoute(readAgentSession, ({ caller, params }) =>
    readSessionDetail(store, requireSession(store, caller.organizationId, params.session_id), clock()),
  )
}
