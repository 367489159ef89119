import { readAlertRule as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireAlertRule } from '../alerts/find-alerts.js'
import { readAlertRule } from '../alerts/rule-shape.js'
import type { RouteDependencies } from './dependencies.js'

export function createReadAlertRule({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params }) =>
    readAlertRule(store, requireAlertRule(store, caller.organizationId, params.rule_id), clock()),
  )
}
