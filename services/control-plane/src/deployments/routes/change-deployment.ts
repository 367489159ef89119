import { changeDeployment } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeStatus } from '../change-status.js'
import { readDeploymentDetail } from '../deployment-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createChangeDeployment({ store, clock }: RouteDependencies): Route {
  return createRoute(changeDeployment, ({ caller: { organizationId }, params: { deployment_id: id }, body }) => {
    const { status, external_url: externalUrl } = body
    return readDeploymentDetail(store, changeStatus(store, { organizationId, id, status, externalUrl, now: clock() }))
  })
}
