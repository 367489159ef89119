import { readWorkflowRun } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireRun } from '../find-workflow.js'
import { toWorkflowRunDetail } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadWorkflowRun({ store }: RouteDependencies): Route {
  return createRoute(readWorkflowRun, ({ caller, params }) =>
    toWorkflowRunDetail(requireRun(store, caller.organizationId, params).run),
  )
}
