import { listAlertRules } from '@signalbox/contracts'
import { createPageLinks, createRoute, type Route } from '@signalbox/service-kit'
import { readAlertRule } from '../rule-shape.js'
import { requireProject } from '../../projects/find-project.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListAlertRules({ store, publicUrl, clock }: RouteDependencies): Route {
  return createRoute(listAlertRules, ({ caller: { organizationId }, query }) => {
    const { project_id, name, kind, page, page_size: pageSize } = query
    const projectId = project_id && requireProject(store.projects, organizationId, project_id).id
    const filter = { organizationId, projectId, name, kind }
    const rows = store.alertRules.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
    const count = store.alertRules.count(filter)
    const { path } = listAlertRules
    const links = createPageLinks({ publicUrl, path, query: { project_id, name, kind }, page, pageSize, count })
    const now = clock()
    return { alert_rules: rows.map((row) => readAlertRule(store, row, now)), ...links }
  })
}
