import { deleteAlertRule as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireAlertRule } from '../find-alerts.js'
import { readAlertRule } from '../rule-shape.js'
import { deleteAlertRule } from '../write-rules.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createDeleteAlertRule({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params }) => {
    const row = requireAlertRule(store, caller.organizationId, params.rule_id)
    const now = clock()
    const rule = readAlertRule(store, row, now)
    deleteAlertRule(store, row, now)
    return rule
  })
}
