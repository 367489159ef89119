import { cancelAgentSession } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireSession } from '../find-session.js'
import { finishSession } from '../finish-session.js'
import { readSessionDetail } from '../session-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCancelAgentSession({ store, clock, onSessionEnded }: RouteDependencies): Route {
  return createRoute(cancelAgentSession, ({ caller: { organizationId }, params }) => {
    const now = clock()
    const session = requireSession(store, organizationId, params.session_id)
    finishSession({ store, onSessionEnded }, { session, end: { status: 'cancelled' }, now })
    return readSessionDetail(store, requireSession(store, organizationId, params.session_id), now)
  })
}
