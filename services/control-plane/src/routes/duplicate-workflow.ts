import { duplicateWorkflow as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { duplicateWorkflow } from '../workflows/change-workflow.js'
import { requireWorkflow } from '../workflows/find-workflow.js'
import { readWorkflowDetail } from '../workflows/workflow-shape.js'
import type { RouteDependencies } from './dependencies.js'

export function createDuplicateWorkflow({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params }) => {
    const original = requireWorkflow(store, caller.organizationId, params.workflow_id)
    return readWorkflowDetail(store, duplicateWorkflow(store, original, clock()))
  })
}
