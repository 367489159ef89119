import type { RouteContract } from '../http/route.js'
import {
  changeNotificationChannel,
  createNotificationChannel,
  deleteNotificationChannel,
  listNotices,
  listNotificationChannels,
  readNotificationChannel,
  testNotificationChannel,
} from './notification-channels.js'

export * from './channel-kinds.js'
export * from './notification-channels.js'

/** Routes of this domain, in documentation order. */
export const notificationRoutes: readonly RouteContract[] = [
  listNotificationChannels,
  createNotificationChannel,
  readNotificationChannel,
  changeNotificationChannel,
  deleteNotificationChannel,
  testNotificationChannel,
  listNotices,
]
