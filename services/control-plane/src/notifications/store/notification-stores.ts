import type { ControlPlaneDatabase } from '../../database/database.js'
import type { Sealer } from '../../sealing/sealer.js'
import type { IssueStores } from '../../issues/store/issue-stores.js'
import { createNoticeMessageStore, type NoticeMessageStore } from './notice-messages.js'
import { createNoticeStore, type NoticeStore } from './notices.js'
import { createNotificationChannelStore, type NotificationChannelStore } from './notification-channels.js'

/** The tables of notification channels and notices. */
export interface NotificationTables {
  noticeMessages: NoticeMessageStore
  notices: NoticeStore
  notificationChannels: NotificationChannelStore
}

/** All tables that this domain reads and writes: its own and those of the domains below it. */
export interface NotificationStores extends NotificationTables, IssueStores {}

export function createNotificationTables(database: ControlPlaneDatabase, sealer: Sealer): NotificationTables {
  return {
    noticeMessages: createNoticeMessageStore(database),
    notices: createNoticeStore(database),
    notificationChannels: createNotificationChannelStore(database, sealer),
  }
}
