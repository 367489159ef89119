import { createWorkflow as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { createWorkflow } from '../change-workflow.js'
import { readWorkflowDetail } from '../workflow-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateWorkflow({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller: { organizationId }, body }) =>
    readWorkflowDetail(store, createWorkflow(store, { organizationId, request: body, now: clock() })),
  )
}
