import { readNotificationChannel } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toChannel } from '../channels/channel-shape.js'
import { requireChannel } from '../channels/find-channel.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadNotificationChannel({ store }: RouteDependencies): Route {
  return createRoute(readNotificationChannel, ({ caller, params }) =>
    toChannel(requireChannel(store, caller.organizationId, params)),
  )
}
