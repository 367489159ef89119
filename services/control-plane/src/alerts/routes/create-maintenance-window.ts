import { createMaintenanceWindow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { createWindow, toMaintenanceWindow } from '../write-windows.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateMaintenanceWindow({ store, clock }: RouteDependencies): Route {
  return createRoute(createMaintenanceWindow, ({ caller: { organizationId }, body }) => {
    const now = clock()
    return toMaintenanceWindow(createWindow(store, { organizationId, request: body, now }), now)
  })
}
