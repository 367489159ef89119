import { changeWorkflow as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeWorkflow } from '../change-workflow.js'
import { requireWorkflow } from '../find-workflow.js'
import { readWorkflowDetail } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createChangeWorkflow({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params, body }) => {
    const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
    return readWorkflowDetail(store, changeWorkflow(store, { workflow, change: body, now: clock() }))
  })
}
