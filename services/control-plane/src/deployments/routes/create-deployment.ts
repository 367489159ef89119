import { createDeployment } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { announceDeployment } from '../announce-deployment.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateDeployment({ store, clock }: RouteDependencies): Route {
  return createRoute(createDeployment, ({ caller: { organizationId }, body }) => {
    const { id, status, created_at } = announceDeployment(store, { organizationId, request: body, now: clock() })
    return { id, status, created_at: new Date(created_at).toISOString() }
  })
}
