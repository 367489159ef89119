import { deleteMaintenanceWindow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireMaintenanceWindow } from '../find-alerts.js'
import { toMaintenanceWindow } from '../write-windows.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createDeleteMaintenanceWindow({ store, clock }: RouteDependencies): Route {
  return createRoute(deleteMaintenanceWindow, ({ caller, params }) => {
    const row = requireMaintenanceWindow(store, caller.organizationId, params.window_id)
    store.maintenanceWindows.delete(row.id)
    return toMaintenanceWindow(row, clock())
  })
}
