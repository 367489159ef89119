import { createWorkflowRun } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireWorkflow } from '../find-workflow.js'
import { startManualRun } from '../start-manual-run.js'
import { toWorkflowRun } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateWorkflowRun({ store, clock }: RouteDependencies): Route {
  return createRoute(createWorkflowRun, ({ caller, params, body }) => {
    const { triggered_by: triggeredBy = 'manual', trigger_name: triggerName = '', context = {} } = body
    const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
    return toWorkflowRun(startManualRun(store, workflow, { triggeredBy, triggerName, context, now: clock() }))
  })
}
