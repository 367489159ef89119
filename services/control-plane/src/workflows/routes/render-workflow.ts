import { renderWorkflow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireWorkflow } from '../find-workflow.js'
import { renderInstruction } from '../workflow-request.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createRenderWorkflow({ store }: RouteDependencies): Route {
  return createRoute(renderWorkflow, ({ caller, params, body: { context = {} } }) => {
    const { instruction } = requireWorkflow(store, caller.organizationId, params.workflow_id)
    return renderInstruction(instruction, context)
  })
}
