import { unmuteAlertRule } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireAlertRule } from '../alerts/find-alerts.js'
import { readAlertRule } from '../alerts/rule-shape.js'
import { muteAlertRule } from '../alerts/write-rules.js'
import type { RouteDependencies } from './dependencies.js'

export function createUnmuteAlertRule({ store, clock }: RouteDependencies): Route {
  return createRoute(unmuteAlertRule, ({ caller, params }) => {
    const row = requireAlertRule(store, caller.organizationId, params.rule_id)
    return readAlertRule(store, muteAlertRule(store, row, null), clock())
  })
}
