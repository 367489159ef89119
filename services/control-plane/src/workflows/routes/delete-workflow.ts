import { deleteWorkflow as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { deleteWorkflow } from '../change-workflow.js'
import { requireWorkflow } from '../find-workflow.js'
import { readWorkflowDetail } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createDeleteWorkflow({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params }) => {
    const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
    const detail = readWorkflowDetail(store, workflow)
    deleteWorkflow(store, workflow, clock())
    return detail
  })
}
