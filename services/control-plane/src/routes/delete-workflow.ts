import { deleteWorkflow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireWorkflow } from '../workflows/find-workflow.js'
import { toWorkflowDetail } from '../workflows/workflow-shape.js'
import type { RouteDependencies } from './dependencies.js'

export function createDeleteWorkflow({ store, clock }: RouteDependencies): Route {
  return createRoute(deleteWorkflow, ({ caller, params }) => {
    const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
    store.workflows.delete(workflow.id, clock())
    return toWorkflowDetail(workflow)
  })
}
