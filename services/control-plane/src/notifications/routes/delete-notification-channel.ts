import { deleteNotificationChannel } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toChannel } from '../channels/channel-shape.js'
import { requireChannel } from '../channels/find-channel.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createDeleteNotificationChannel({ store }: RouteDependencies): Route {
  return createRoute(deleteNotificationChannel, ({ caller, params }) => {
    const channel = requireChannel(store, caller.organizationId, params)
    store.notificationChannels.delete(channel.id)
    return toChannel(channel)
  })
}
