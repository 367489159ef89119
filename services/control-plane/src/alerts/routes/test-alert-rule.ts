import { testAlertRule } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireAlertRule } from '../find-alerts.js'
import { tryRule } from '../try-rule.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createTestAlertRule({ store, clock, ask }: RouteDependencies): Route {
  return createRoute(testAlertRule, ({ caller: { organizationId }, params, body }) => {
    const row = requireAlertRule(store, organizationId, params.rule_id)
    const now = body.at === undefined ? clock() : new Date(body.at).getTime()
    return tryRule({ ask, store, organizationId, now }, row)
  })
}
