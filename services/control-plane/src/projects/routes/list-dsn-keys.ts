import { listDsnKeys } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toDsnKey } from '../dsn-keys/dsn-key-shape.js'
import { requireProject } from '../find-project.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListDsnKeys({ store, publicUrl }: RouteDependencies): Route {
  return createRoute(listDsnKeys, ({ caller, params }) => {
    const { id, number } = requireProject(store.projects, caller.organizationId, params.project_id)
    return { keys: store.dsnKeys.list(id).map((row) => toDsnKey(row, { publicUrl, number })) }
  })
}
