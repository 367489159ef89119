import { changeMaintenanceWindow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireMaintenanceWindow } from '../find-alerts.js'
import { changeWindow, toMaintenanceWindow } from '../write-windows.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createChangeMaintenanceWindow({ store, clock }: RouteDependencies): Route {
  return createRoute(changeMaintenanceWindow, ({ caller, params, body }) => {
    const row = requireMaintenanceWindow(store, caller.organizationId, params.window_id)
    const now = clock()
    return toMaintenanceWindow(changeWindow(store, { row, change: body, now }), now)
  })
}
