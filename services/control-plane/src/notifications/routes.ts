import {
  changeNotificationChannel,
  createNotificationChannel,
  deleteNotificationChannel,
  listNotices,
  listNotificationChannels,
  readNotificationChannel,
  testNotificationChannel,
  ServiceError,
} from '@signalbox/contracts'
import { createPageLinks, createRoute, type Clock, type Route } from '@signalbox/service-kit'
import { requireProject } from '../projects/find-project.js'
import { changeChannel } from './channels/change-channel.js'
import { toChannel } from './channels/channel-shape.js'
import { createChannel } from './channels/create-channel.js'
import { toNotice } from './notices/notice-shape.js'
import type { Notices } from './notices/notices.js'
import type { NotificationStores } from './store/notification-stores.js'
import type { NotificationChannelRow } from './store/notification-channels.js'

/** Dependencies of the routes for notification channels and notices. */
export interface NotificationRouteDependencies {
  store: NotificationStores
  clock: Clock
  notices: Notices
  /** The base URL of DSNs and links. */
  publicUrl: string
}

/** Routes for notification channels and notices. */
export function createNotificationRoutes({ store, clock, notices, publicUrl }: NotificationRouteDependencies): Route[] {
  const { rules } = notices
  return [
    createRoute(listNotificationChannels, ({ caller, params }) => {
      const { id } = requireProject(store.projects, caller.organizationId, params.project_id)
      return { channels: store.notificationChannels.list(id).map(toChannel) }
    }),
    createRoute(createNotificationChannel, ({ caller, params, body: request }) => {
      const project = requireProject(store.projects, caller.organizationId, params.project_id)
      const { channel, madeSecret } = createChannel(store, { project, request, rules, now: clock() })
      return { ...toChannel(channel), ...(madeSecret !== undefined && { secret: madeSecret }) }
    }),
    createRoute(readNotificationChannel, ({ caller, params }) =>
      toChannel(requireChannel(store, caller.organizationId, params)),
    ),
    createRoute(changeNotificationChannel, ({ caller, params, body }) => {
      const changed = changeChannel(requireChannel(store, caller.organizationId, params), body, rules)
      store.notificationChannels.update(changed)
      return toChannel(changed)
    }),
    createRoute(deleteNotificationChannel, ({ caller, params }) => {
      const channel = requireChannel(store, caller.organizationId, params)
      store.notificationChannels.delete(channel.id)
      return toChannel(channel)
    }),
    createRoute(testNotificationChannel, ({ caller, params }) =>
      notices.test(requireChannel(store, caller.organizationId, params)),
    ),
    createRoute(listNotices, ({ caller, params, query }) => {
      const { state, page, page_size: pageSize } = query
      const channel = requireChannel(store, caller.organizationId, params)
      const path = listNotices.path.replace('{project_id}', channel.project_id).replace('{channel_id}', channel.id)
      const filter = { channelId: channel.id, state }
      const rows = store.notices.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
      const count = store.notices.count(filter)
      const links = createPageLinks({ publicUrl, path, query: { state }, page, pageSize, count })
      return { notices: rows.map(toNotice), ...links }
    }),
  ]
}

/**
 * @param path Path parameters: the project by id or DSN number, the channel by id, case-insensitive.
 * @throws ServiceError `not-found`.
 */
function requireChannel(
  { projects, notificationChannels }: Pick<NotificationStores, 'projects' | 'notificationChannels'>,
  organizationId: string,
  path: { project_id: string; channel_id: string },
): NotificationChannelRow {
  const project = requireProject(projects, organizationId, path.project_id)
  const channel = notificationChannels.find(project.id, path.channel_id.toLowerCase())
  if (channel === undefined) throw new ServiceError('not-found', { detail: 'No such notification channel' })
  return channel
}
