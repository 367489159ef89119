import { restoreFingerprint as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { restoreFingerprint } from '../discard-fingerprints.js'
import { requireProject } from '../../projects/find-project.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createRestoreFingerprint({ store, keys, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller: { organizationId, keyId }, params }) => {
    const { id: projectId } = requireProject(store.projects, organizationId, params.project_id)
    const restored = restoreFingerprint(store, params.fingerprint, { projectId, keyId, now: clock() })
    keys.forgetDsnKeys(projectId)
    return restored
  })
}
