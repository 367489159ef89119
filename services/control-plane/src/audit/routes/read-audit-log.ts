import { readAuditLog } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toAuditEntry } from '../audit-entry-shape.js'
import { readTimeRange } from '../../deployments/changes/time-range.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadAuditLog({ store, clock }: RouteDependencies): Route {
  return createRoute(readAuditLog, ({ caller: { organizationId }, query }) => {
    const { actor, action, limit, offset } = query
    const filter = { organizationId, ...readTimeRange(query, clock()), actor, action }
    const entries = store.auditEntries.list(filter, { limit, offset })
    const total = store.auditEntries.count(filter)
    return { entries: entries.map(toAuditEntry), total, has_more: offset + entries.length < total }
  })
}
