import { readDeployment } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireDeployment } from '../change-status.js'
import { readDeploymentDetail } from '../deployment-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadDeployment({ store }: RouteDependencies): Route {
  return createRoute(readDeployment, ({ caller, params }) =>
    readDeploymentDetail(store, requireDeployment(store, caller.organizationId, params.deployment_id)),
  )
}
