import { renderWorkflow } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireWorkflow } from '../workflows/find-workflow.js'
import { renderInstruction } from '../workflows/workflow-request.js'
import type { RouteDependencies } from './dependencies.js'

export function createRenderWorkflow({ store }: RouteDependencies): Route {
  return createRoute(renderWorkflow, ({ caller, params, body: { context = {} } }) => {
    const { instruction } = requireWorkflow(store, caller.organizationId, params.workflow_id)
    return renderInstruction(instruction, context)
  })
}
