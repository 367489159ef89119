import { listMaintenanceWindows } from '@signalbox/contracts'
import { createPageLinks, createRoute, type Route } from '@signalbox/service-kit'
import { toMaintenanceWindow } from '../write-windows.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListMaintenanceWindows({ store, publicUrl, clock }: RouteDependencies): Route {
  return createRoute(listMaintenanceWindows, ({ caller: { organizationId }, query }) => {
    const { page, page_size: pageSize } = query
    const rows = store.maintenanceWindows.list({ organizationId, limit: pageSize, offset: (page - 1) * pageSize })
    const count = store.maintenanceWindows.count(organizationId)
    const links = createPageLinks({ publicUrl, path: listMaintenanceWindows.path, query: {}, page, pageSize, count })
    const now = clock()
    return { maintenance_windows: rows.map((row) => toMaintenanceWindow(row, now)), ...links }
  })
}
