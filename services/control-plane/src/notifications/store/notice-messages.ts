import type { NoticeState } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A message that contains notices. Times are Unix milliseconds. */
export interface NoticeMessageRow {
  id: string
  channel_id: string
  is_digest: 0 | 1
  state: NoticeState
  /** Number of attempts started. */
  attempts: number
  created_at: number
  /** Deadline after which it is dead. */
  dead_at: number
  last_attempt_at: number | null
  sent_at: number | null
  /** The error of the last attempt. */
  fault: string | null
  possible_duplicate: 0 | 1
}

/** A new message to send. */
export type NewNoticeMessage = Pick<NoticeMessageRow, 'id' | 'channel_id' | 'is_digest' | 'created_at' | 'dead_at'>

/** The fields of a message that change. */
export type MessageProgress = Pick<
  NoticeMessageRow,
  'id' | 'state' | 'attempts' | 'last_attempt_at' | 'sent_at' | 'fault' | 'possible_duplicate'
>

/** What was recently sent to a channel. */
export interface RecentMessages {
  /** Number of messages with a single notice. */
  singles: number
  /** When the first of these was sent; null if there were none. */
  firstSingleAt: number | null
  /** When the last digest was sent; null if there was none. */
  lastDigestAt: number | null
}

export interface NoticeMessageStore {
  insert(message: NewNoticeMessage): void
  /** The oldest message of a channel that is neither sent nor dead. */
  findFirst(channelId: string): NoticeMessageRow | undefined
  find(id: string): NoticeMessageRow | undefined
  progress(message: MessageProgress): void
  /** What was sent to a channel after one time and up to another. */
  readRecent(channelId: string, after: number, until: number): RecentMessages
  delete(id: string): void
  /** Deletes up to `max` messages that were created before a time and no longer contain notices. @returns how many. */
  deleteEmpty(before: number, max: number): number
}

export function createNoticeMessageStore(database: ControlPlaneDatabase): NoticeMessageStore {
  const insert = database.prepare<[NewNoticeMessage]>(
    `INSERT INTO notice_messages (id, channel_id, is_digest, state, created_at, dead_at)
     VALUES (@id, @channel_id, @is_digest, 'waiting', @created_at, @dead_at)`,
  )
  const findFirst = database.prepare<[string], NoticeMessageRow>(
    `SELECT * FROM notice_messages WHERE channel_id = ? AND state IN ('waiting', 'sending')
     ORDER BY created_at, rowid LIMIT 1`,
  )
  const find = database.prepare<[string], NoticeMessageRow>('SELECT * FROM notice_messages WHERE id = ?')
  const readRecent = database.prepare<[string, number, number], RecentMessages>(
    `SELECT count(*) FILTER (WHERE is_digest = 0) AS singles,
       min(last_attempt_at) FILTER (WHERE is_digest = 0) AS firstSingleAt,
       max(last_attempt_at) FILTER (WHERE is_digest = 1) AS lastDigestAt
     FROM notice_messages WHERE channel_id = ? AND last_attempt_at > ? AND last_attempt_at <= ?`,
  )
  return {
    insert: (message) => {
      useDatabase(() => insert.run(message))
    },
    findFirst: (channelId) => useDatabase(() => findFirst.get(channelId)),
    find: (id) => useDatabase(() => find.get(id)),
    readRecent: (channelId, after, until) =>
      useDatabase(
        () => readRecent.get(channelId, after, until) ?? { singles: 0, firstSingleAt: null, lastDigestAt: null },
      ),
    ...createWrites(database),
  }
}

function createWrites(database: ControlPlaneDatabase): Pick<NoticeMessageStore, 'progress' | 'delete' | 'deleteEmpty'> {
  const progress = database.prepare<[MessageProgress]>(
    `UPDATE notice_messages SET state = @state, attempts = @attempts, last_attempt_at = @last_attempt_at,
       sent_at = @sent_at, fault = @fault, possible_duplicate = @possible_duplicate WHERE id = @id`,
  )
  const remove = database.prepare<[string]>('DELETE FROM notice_messages WHERE id = ?')
  const deleteEmpty = database.prepare<[number, number]>(
    `DELETE FROM notice_messages WHERE id IN (SELECT id FROM notice_messages AS message WHERE created_at < ?
       AND NOT EXISTS (SELECT 1 FROM notices WHERE message_id = message.id) ORDER BY created_at LIMIT ?)`,
  )
  return {
    progress: ({ id, state, attempts, last_attempt_at, sent_at, fault, possible_duplicate }) => {
      useDatabase(() => progress.run({ id, state, attempts, last_attempt_at, sent_at, fault, possible_duplicate }))
    },
    delete: (id) => {
      useDatabase(() => remove.run(id))
    },
    deleteEmpty: (before, max) => useDatabase(() => deleteEmpty.run(before, max).changes),
  }
}
