import type { Route } from '@signalbox/service-kit'
import { createChangeNotificationChannel } from './change-notification-channel.js'
import { createCreateNotificationChannel } from './create-notification-channel.js'
import { createDeleteNotificationChannel } from './delete-notification-channel.js'
import { createListNotices } from './list-notices.js'
import { createListNotificationChannels } from './list-notification-channels.js'
import { createReadNotificationChannel } from './read-notification-channel.js'
import { createTestNotificationChannel } from './test-notification-channel.js'
import type { RouteDependencies } from '../../route-dependencies.js'

/** Routes of the channels that notices go to. */
export function createNotificationRoutes(dependencies: RouteDependencies): Route[] {
  return [
    createListNotificationChannels(dependencies),
    createCreateNotificationChannel(dependencies),
    createReadNotificationChannel(dependencies),
    createChangeNotificationChannel(dependencies),
    createDeleteNotificationChannel(dependencies),
    createTestNotificationChannel(dependencies),
    createListNotices(dependencies),
  ]
}
