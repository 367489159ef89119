import { duplicateWorkflow as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { duplicateWorkflow } from '../change-workflow.js'
import { requireWorkflow } from '../find-workflow.js'
import { readWorkflowDetail } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createDuplicateWorkflow({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params }) => {
    const original = requireWorkflow(store, caller.organizationId, params.workflow_id)
    return readWorkflowDetail(store, duplicateWorkflow(store, original, clock()))
  })
}
