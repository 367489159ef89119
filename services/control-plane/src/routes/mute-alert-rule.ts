import { muteAlertRule as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireAlertRule } from '../alerts/find-alerts.js'
import { readMute } from '../alerts/mute-request.js'
import { readAlertRule } from '../alerts/rule-shape.js'
import { muteAlertRule } from '../alerts/write-rules.js'
import type { RouteDependencies } from './dependencies.js'

export function createMuteAlertRule({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params, body }) => {
    const row = requireAlertRule(store, caller.organizationId, params.rule_id)
    const now = clock()
    return readAlertRule(store, muteAlertRule(store, row, readMute(body, now)), now)
  })
}
