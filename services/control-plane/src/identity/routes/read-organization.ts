import { readOrganization, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadOrganization({ store }: RouteDependencies): Route {
  return createRoute(readOrganization, ({ caller }) => {
    const row = store.organizations.find(caller.organizationId)
    if (!row) throw new ServiceError('not-found')
    return { id: row.id, name: row.name, created_at: new Date(row.created_at).toISOString() }
  })
}
