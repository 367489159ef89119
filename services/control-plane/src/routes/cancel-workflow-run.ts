import { cancelWorkflowRun } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireRun } from '../workflows/find-workflow.js'
import { cancelRun } from '../workflows/run-states.js'
import { toWorkflowRunDetail } from '../workflows/workflow-shape.js'
import type { RouteDependencies } from './dependencies.js'

export function createCancelWorkflowRun({ store, clock }: RouteDependencies): Route {
  return createRoute(cancelWorkflowRun, ({ caller, params }) => {
    const { run } = requireRun(store, caller.organizationId, params)
    return toWorkflowRunDetail(cancelRun(store, run, clock()))
  })
}
