import { changeAlertRule as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireAlertRule } from '../alerts/find-alerts.js'
import { readAlertRule } from '../alerts/rule-shape.js'
import { changeAlertRule } from '../alerts/write-rules.js'
import type { RouteDependencies } from './dependencies.js'

export function createChangeAlertRule({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params, body }) => {
    const row = requireAlertRule(store, caller.organizationId, params.rule_id)
    const now = clock()
    return readAlertRule(store, changeAlertRule(store, { row, change: body, now }), now)
  })
}
