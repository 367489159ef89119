import { listWorkflows } from '@signalbox/contracts'
import { createPageLinks, createRoute, type Route } from '@signalbox/service-kit'
import { toWorkflowSummary } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListWorkflows({ store, publicUrl }: RouteDependencies): Route {
  const { path } = listWorkflows
  return createRoute(listWorkflows, ({ caller: { organizationId }, query }) => {
    const { name, agent_name, repository, page, page_size: pageSize } = query
    const filter = { organizationId, name, agentName: agent_name, repository }
    const rows = store.workflows.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
    const count = store.workflows.count(filter)
    const links = createPageLinks({ publicUrl, path, query: { name, agent_name, repository }, page, pageSize, count })
    return { workflows: rows.map(toWorkflowSummary), ...links }
  })
}
