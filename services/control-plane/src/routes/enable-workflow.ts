import { enableWorkflow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeWorkflow } from '../workflows/change-workflow.js'
import { requireWorkflow } from '../workflows/find-workflow.js'
import { readWorkflowDetail } from '../workflows/workflow-shape.js'
import type { RouteDependencies } from './dependencies.js'

export function createEnableWorkflow({ store, clock }: RouteDependencies): Route {
  return createRoute(enableWorkflow, ({ caller, params }) => {
    const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
    return readWorkflowDetail(store, changeWorkflow(store, { workflow, change: { status: 'active' }, now: clock() }))
  })
}
