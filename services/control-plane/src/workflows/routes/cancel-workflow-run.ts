import { cancelWorkflowRun } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireRun } from '../find-workflow.js'
import { cancelRun } from '../run-states.js'
import { toWorkflowRunDetail } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCancelWorkflowRun({ store, clock }: RouteDependencies): Route {
  return createRoute(cancelWorkflowRun, ({ caller, params }) => {
    const { run } = requireRun(store, caller.organizationId, params)
    return toWorkflowRunDetail(cancelRun(store, run, clock()))
  })
}
