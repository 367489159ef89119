import { listAgentSessions } from '@signalbox/contracts'
import { createPageLinks, createRoute, type Route } from '@signalbox/service-kit'
import { toSessionSummary } from '../session-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListAgentSessions({ store, publicUrl }: RouteDependencies): Route {
  const { path } = listAgentSessions
  return createRoute(listAgentSessions, ({ caller: { organizationId }, query }) => {
    const { status, origin, page, page_size: pageSize } = query
    const filter = { organizationId, status, originKind: origin }
    const rows = store.agentSessions.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
    const count = store.agentSessions.count(filter)
    const links = createPageLinks({ publicUrl, path, query: { status, origin }, page, pageSize, count })
    return { sessions: rows.map(toSessionSummary), ...links }
  })
}
