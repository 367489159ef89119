import { changeNotificationChannel } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeChannel } from '../channels/change-channel.js'
import { toChannel } from '../channels/channel-shape.js'
import { requireChannel } from '../channels/find-channel.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createChangeNotificationChannel({ store, notices: { rules } }: RouteDependencies): Route {
  return createRoute(changeNotificationChannel, ({ caller, params, body }) => {
    const changed = changeChannel(requireChannel(store, caller.organizationId, params), body, rules)
    store.notificationChannels.update(changed)
    return toChannel(changed)
  })
}
