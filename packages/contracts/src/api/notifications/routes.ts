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

/** The routes of this domain, in the order in which the API document shows them. */
export const notificationRoutes: readonly RouteContract[] = [
  listNotificationChannels,
  createNotificationChannel,
  readNotificationChannel,
  changeNotificationChannel,
  deleteNotificationChannel,
  testNotificationChannel,
  listNotices,
]
