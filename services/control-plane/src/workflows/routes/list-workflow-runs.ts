import { listWorkflowRuns } from '@signalbox/contracts'
import { createPageLinks, createRoute, type Route } from '@signalbox/service-kit'
import { requireWorkflow } from '../find-workflow.js'
import { toWorkflowRunSummary } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListWorkflowRuns({ store, publicUrl }: RouteDependencies): Route {
  return createRoute(listWorkflowRuns, ({ caller, params, query }) => {
    const { status, triggered_by, page, page_size: pageSize } = query
    const { id: workflowId } = requireWorkflow(store, caller.organizationId, params.workflow_id)
    const path = listWorkflowRuns.path.replace('{workflow_id}', workflowId)
    const filter = { workflowId, status, triggeredBy: triggered_by }
    const rows = store.workflowRuns.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
    const count = store.workflowRuns.count(filter)
    const links = createPageLinks({ publicUrl, path, query: { status, triggered_by }, page, pageSize, count })
    return { workflow_runs: rows.map(toWorkflowRunSummary), ...links }
  })
}
