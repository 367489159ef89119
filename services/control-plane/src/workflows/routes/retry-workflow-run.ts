import { retryWorkflowRun } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireRun } from '../find-workflow.js'
import { retryRun } from '../start-run.js'
import { toWorkflowRun } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createRetryWorkflowRun({ store, clock }: RouteDependencies): Route {
  return createRoute(retryWorkflowRun, ({ caller, params }) => {
    const { workflow, run: failed } = requireRun(store, caller.organizationId, params)
    return toWorkflowRun(retryRun(store, { workflow, failed, now: clock() }))
  })
}
