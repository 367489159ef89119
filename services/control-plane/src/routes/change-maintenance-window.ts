import { changeMaintenanceWindow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireMaintenanceWindow } from '../alerts/find-alerts.js'
import { changeWindow, toMaintenanceWindow } from '../alerts/write-windows.js'
import type { RouteDependencies } from './dependencies.js'

export function createChangeMaintenanceWindow({ store, clock }: RouteDependencies): Route {
  return createRoute(changeMaintenanceWindow, ({ caller, params, body }) => {
    const row = requireMaintenanceWindow(store, caller.organizationId, params.window_id)
    const now = clock()
    return toMaintenanceWindow(changeWindow(store, { row, change: body, now }), now)
  })
}
