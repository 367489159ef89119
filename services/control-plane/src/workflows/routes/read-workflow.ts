import { readWorkflow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireWorkflow } from '../find-workflow.js'
import { readWorkflowDetail } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadWorkflow({ store }: RouteDependencies): Route {
  return createRoute(readWorkflow, ({ caller, params }) =>
    readWorkflowDetail(store, requireWorkflow(store, caller.organizationId, params.workflow_id)),
  )
}
