import { listDiscardedFingerprints } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { listDiscarded } from '../discard-fingerprints.js'
import { requireProject } from '../../projects/find-project.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListDiscardedFingerprints({ store }: RouteDependencies): Route {
  return createRoute(listDiscardedFingerprints, ({ caller, params }) => {
    const { id } = requireProject(store.projects, caller.organizationId, params.project_id)
    return { fingerprints: listDiscarded(store, id) }
  })
}
