import { listAlerts } from '@signalbox/contracts'
import { createPageLinks, createRoute, type Route } from '@signalbox/service-kit'
import { toAlert } from '../alert-shape.js'
import { readTimeRange } from '../../deployments/changes/time-range.js'
import { requireProject } from '../../projects/find-project.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListAlerts({ store, publicUrl, clock }: RouteDependencies): Route {
  return createRoute(listAlerts, ({ caller: { organizationId }, query }) => {
    const { page, page_size: pageSize, ...filters } = query
    const { state, severity, rule_id, project_id } = filters
    const projectId = project_id && requireProject(store.projects, organizationId, project_id).id
    const range = readTimeRange(query, clock())
    const filter = { organizationId, ...range, state, severity, ruleId: rule_id?.toLowerCase(), projectId }
    const rows = store.alerts.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
    const count = store.alerts.count(filter)
    const links = createPageLinks({ publicUrl, path: listAlerts.path, query: filters, page, pageSize, count })
    return { alerts: rows.map(toAlert), ...links }
  })
}
