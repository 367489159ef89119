import { readAuditLog } from '@signalbox/contracts'
import { type Clock, createRoute, type Route } from '@signalbox/service-kit'
import { readTimeRange } from '../lists/time-range.js'
import { toAuditEntry } from './audit-entry-shape.js'
import type { AuditStores } from './store/audit-stores.js'

export interface AuditRouteDependencies {
  store: AuditStores
  clock: Clock
}

export function createAuditRoutes({ store, clock }: AuditRouteDependencies): Route[] {
  return [
    createRoute(readAuditLog, ({ caller: { organizationId }, query }) => {
      const { actor, action, limit, offset } = query
      const filter = { organizationId, ...readTimeRange(query, clock()), actor, action }
      const entries = store.auditEntries.list(filter, { limit, offset })
      const total = store.auditEntries.count(filter)
      return { entries: entries.map(toAuditEntry), total, has_more: offset + entries.length < total }
    }),
  ]
}
