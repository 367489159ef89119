import { muteAlertRule as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireAlertRule } from '../find-alerts.js'
import { readMute } from '../mute-request.js'
import { readAlertRule } from '../rule-shape.js'
import { muteAlertRule } from '../write-rules.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createMuteAlertRule({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params, body }) => {
    const row = requireAlertRule(store, caller.organizationId, params.rule_id)
    const now = clock()
    return readAlertRule(store, muteAlertRule(store, row, readMute(body, now)), now)
  })
}
