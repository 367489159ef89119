import { readSessionEvidence } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireSession } from '../find-session.js'
import { readEvidence } from '../read-evidence.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadSessionEvidence({ store }: RouteDependencies): Route {
  return createRoute(readSessionEvidence, ({ caller, params }) => {
    const session = requireSession(store, caller.organizationId, params.session_id)
    return readEvidence(store, session.id, params.evidence_id)
  })
}
