import { unmuteAlertRule } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireAlertRule } from '../find-alerts.js'
import { readAlertRule } from '../rule-shape.js'
import { muteAlertRule } from '../write-rules.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createUnmuteAlertRule({ store, clock }: RouteDependencies): Route {
  return createRoute(unmuteAlertRule, ({ caller, params }) => {
    const row = requireAlertRule(store, caller.organizationId, params.rule_id)
    return readAlertRule(store, muteAlertRule(store, row, null), clock())
  })
}
