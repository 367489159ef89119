import { readWorkflowRun } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireRun } from '../workflows/find-workflow.js'
import { toWorkflowRunDetail } from '../workflows/workflow-shape.js'
import type { RouteDependencies } from './dependencies.js'

export function createReadWorkflowRun({ store }: RouteDependencies): Route {
  return createRoute(readWorkflowRun, ({ caller, params }) =>
    toWorkflowRunDetail(requireRun(store, caller.organizationId, params).run),
  )
}
