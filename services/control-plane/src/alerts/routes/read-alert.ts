import { readAlert } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toAlert } from '../alert-shape.js'
import { requireAlert } from '../find-alerts.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadAlert({ store }: RouteDependencies): Route {
  return createRoute(readAlert, ({ caller, params }) =>
    toAlert(requireAlert(store, caller.organizationId, params.alert_id)),
  )
}
