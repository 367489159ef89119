import { acknowledgeAlert as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { acknowledgeAlert } from '../acknowledge-alert.js'
import { toAlert } from '../alert-shape.js'
import { requireAlert } from '../find-alerts.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createAcknowledgeAlert({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params }) => {
    const alert = requireAlert(store, caller.organizationId, params.alert_id)
    return toAlert(acknowledgeAlert(store, { alert, caller, now: clock() }))
  })
}
