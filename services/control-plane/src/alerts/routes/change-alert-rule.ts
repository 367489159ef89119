import { changeAlertRule as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireAlertRule } from '../find-alerts.js'
import { readAlertRule } from '../rule-shape.js'
import { changeAlertRule } from '../write-rules.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createChangeAlertRule({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params, body }) => {
    const row = requireAlertRule(store, caller.organizationId, params.rule_id)
    const now = clock()
    return readAlertRule(store, changeAlertRule(store, { row, change: body, now }), now)
  })
}
