import { readWorkflow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireWorkflow } from '../workflows/find-workflow.js'
import { toWorkflowDetail } from '../workflows/workflow-shape.js'
import type { RouteDependencies } from './dependencies.js'

export function createReadWorkflow({ store }: RouteDependencies): Route {
  return createRoute(readWorkflow, ({ caller, params }) =>
    toWorkflowDetail(requireWorkflow(store, caller.organizationId, params.workflow_id)),
  )
}
