import { createAlertRule as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { readAlertRule } from '../rule-shape.js'
import { createAlertRule } from '../write-rules.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateAlertRule({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller: { organizationId }, body }) => {
    const now = clock()
    return readAlertRule(store, createAlertRule(store, { organizationId, request: body, now }), now)
  })
}
