import { disableWorkflow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeWorkflow } from '../change-workflow.js'
import { requireWorkflow } from '../find-workflow.js'
import { readWorkflowDetail } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createDisableWorkflow({ store, clock }: RouteDependencies): Route {
  return createRoute(disableWorkflow, ({ caller, params }) => {
    const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
    return readWorkflowDetail(store, changeWorkflow(store, { workflow, change: { status: 'disabled' }, now: clock() }))
  })
}
