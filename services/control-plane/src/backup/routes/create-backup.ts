import { createBackup, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateBackup({ store, backup }: RouteDependencies): Route {
  return createRoute(createBackup, ({ caller }) => {
    if (store.organizations.findFirst()?.id !== caller.organizationId) {
      throw new ServiceError('forbidden', {
        detail: 'Backups hold all organizations: only the first one may make them',
      })
    }
    return backup()
  })
}
