import { createAgentSession } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { refuseLongTexts } from '../session-request.js'
import { toSessionCreated } from '../session-shape.js'
import { startSession } from '../start-session.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateAgentSession({ store, clock }: RouteDependencies): Route {
  return createRoute(createAgentSession, ({ caller: { organizationId }, body }) => {
    refuseLongTexts(body)
    const { prompt, context = {} } = body
    const origin = { kind: 'manual', id: null } as const
    return toSessionCreated(startSession(store, { organizationId, prompt, context, origin, now: clock() }))
  })
}
