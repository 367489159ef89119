import { listWorkflowTriggers } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toTriggerState } from '../triggers/trigger-shape.js'
import { requireWorkflow } from '../find-workflow.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListWorkflowTriggers({ store }: RouteDependencies): Route {
  return createRoute(listWorkflowTriggers, ({ caller, params }) => {
    const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
    const rows = store.workflowTriggers.list(workflow.id)
    return { triggers: rows.map((row) => toTriggerState(row, store.triggerOccurrences.findLast(row.id))) }
  })
}
