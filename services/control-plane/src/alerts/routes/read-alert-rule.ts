import { readAlertRule as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireAlertRule } from '../find-alerts.js'
import { readAlertRule } from '../rule-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadAlertRule({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params }) =>
    readAlertRule(store, requireAlertRule(store, caller.organizationId, params.rule_id), clock()),
  )
}
