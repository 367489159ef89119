import { createId, limits } from '@signalbox/contracts'
import type { NoticeMessageRow } from '../store/notice-messages.js'
import type { NoticeRow } from '../store/notices.js'
import type { NotificationStores } from '../store/notification-stores.js'
import { planMessages } from './plan-messages.js'

/** Stores that the outbox uses. */
export type OutboxStore = Pick<
  NotificationStores,
  'notices' | 'noticeMessages' | 'notificationChannels' | 'engineLeases' | 'transact'
>

/** The next message of a channel, or when there may be one: Unix milliseconds, undefined if nothing is queued. */
export type Taken = { message: NoticeMessageRow } | { until: number | undefined }

/**
 * Takes the next message of a channel and records that it is about to be sent: from then on it may have been delivered.
 * Notices are planned into messages only after all earlier messages are done, so that notices queued while a channel
 * fails are sent together. Call it in a transaction, and only from the process that holds the lease for sending.
 */
export function takeMessage(store: OutboxStore, channelId: string, now: number): Taken {
  for (;;) {
    const message = store.noticeMessages.findFirst(channelId)
    if (message === undefined) {
      const planned = plan(store, channelId, now)
      if (planned.isEmpty) return { until: planned.until }
    } else if (store.notices.countByKind(message.id).length === 0) {
      // The subject of its notices was deleted.
      store.noticeMessages.delete(message.id)
    } else {
      return { message: begin(store, message, now) }
    }
  }
}

function begin(store: OutboxStore, message: NoticeMessageRow, now: number): NoticeMessageRow {
  // This process is the only sender, so a message in this state was interrupted in another process, and its outcome is
  // unknown.
  const isLost = message.state === 'sending'
  const started: NoticeMessageRow = {
    ...message,
    state: 'sending',
    attempts: message.attempts + 1,
    last_attempt_at: now,
    possible_duplicate: isLost ? 1 : message.possible_duplicate,
    fault: isLost ? 'the process stopped while sending it' : message.fault,
  }
  store.noticeMessages.progress(started)
  return started
}

/** Plans queued notices into messages if it is time. */
function plan(store: OutboxStore, channelId: string, now: number): { isEmpty: boolean; until?: number } {
  const waiting = store.notices.readUnplanned(channelId)
  if (waiting === undefined) return { isEmpty: true }
  const recent = store.noticeMessages.readRecent(channelId, now - limits.notification.minuteMs, now)
  const planned = planMessages(waiting, recent, now)
  if (planned.form === 'none') return { isEmpty: true, until: planned.until }
  if (planned.form === 'digest') {
    const id = insertMessage(store, { channelId, isDigest: true, now })
    store.notices.planAll(channelId, id)
  } else {
    for (const notice of store.notices.listUnplanned(channelId, waiting.count)) planSingle(store, notice, now)
  }
  return { isEmpty: false }
}

function planSingle(store: OutboxStore, notice: NoticeRow, now: number): void {
  store.notices.plan(notice.id, insertMessage(store, { channelId: notice.channel_id, isDigest: false, now }))
}

function insertMessage(
  { noticeMessages }: OutboxStore,
  { channelId, isDigest, now }: { channelId: string; isDigest: boolean; now: number },
): string {
  const id = createId(now)
  noticeMessages.insert({
    id,
    channel_id: channelId,
    is_digest: isDigest ? 1 : 0,
    created_at: now,
    dead_at: now + limits.notification.deadMs,
  })
  return id
}
