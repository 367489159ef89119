import { renameOrganization, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createRenameOrganization({ store }: RouteDependencies): Route {
  return createRoute(renameOrganization, ({ caller, body }) => {
    store.organizations.rename(caller.organizationId, body.name)
    const row = store.organizations.find(caller.organizationId)
    if (!row) throw new ServiceError('not-found')
    return { id: row.id, name: row.name, created_at: new Date(row.created_at).toISOString() }
  })
}
