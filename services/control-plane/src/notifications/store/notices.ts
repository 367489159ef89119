import type { NoticeKind, NoticeState } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A notice for a channel. Times are Unix milliseconds. */
export interface NoticeRow {
  id: string
  channel_id: string
  kind: NoticeKind
  /** Identifies the notice, so that queueing it again is a no-op. */
  key: string
  /** Null for alerts. */
  issue_id: string | null
  title: string
  /** JSON object: facts about that moment that are stored nowhere else. */
  facts: string
  occurred_at: number
  created_at: number
  /** Null until it is part of a message. */
  message_id: string | null
}

/** A notice with the state of its message. */
export interface NoticeStateRow extends NoticeRow {
  state: NoticeState
  is_digest: 0 | 1
  attempts: number
  last_attempt_at: number | null
  sent_at: number | null
  fault: string | null
  possible_duplicate: 0 | 1
}

/** Notices of a channel that are not part of a message yet. */
export interface UnplannedNotices {
  count: number
  /** When the first and the last of them were queued. */
  oldestAt: number
  newestAt: number
}

export interface NoticeFilter {
  channelId: string
  state: NoticeState | undefined
}

export interface NoticeStore {
  /** Queues a notice; no-op if it was queued before. @returns true if it is new. */
  insert(row: Omit<NoticeRow, 'message_id'>): boolean
  /** Undefined if there are none. */
  readUnplanned(channelId: string): UnplannedNotices | undefined
  /** In queueing order. */
  listUnplanned(channelId: string, limit: number): NoticeRow[]
  /** Adds one notice to a message. */
  plan(id: string, messageId: string): void
  /** Adds all notices without a message to a message. */
  planAll(channelId: string, messageId: string): void
  /** Number of notices in a message by kind. */
  countByKind(messageId: string): { kind: NoticeKind; count: number }[]
  /** Notices in a message: alerts first, then regressions, then new issues, each in queueing order. */
  listOf(messageId: string, limit: number): NoticeRow[]
  /** Newest first. */
  list(page: NoticeFilter & { limit: number; offset: number }): NoticeStateRow[]
  count(filter: NoticeFilter): number
  /** Deletes up to `max` notices that were queued before a time. @returns how many. */
  deleteBefore(before: number, max: number): number
}

export function createNoticeStore(database: ControlPlaneDatabase): NoticeStore {
  return { ...createPlanning(database), ...createReads(database), ...createWrites(database) }
}

function createPlanning(
  database: ControlPlaneDatabase,
): Pick<NoticeStore, 'readUnplanned' | 'listUnplanned' | 'plan' | 'planAll'> {
  const readUnplanned = database.prepare<[string], UnplannedNotices>(
    `SELECT count(*) AS count, min(created_at) AS oldestAt, max(created_at) AS newestAt
     FROM notices WHERE channel_id = ? AND message_id IS NULL HAVING count(*) > 0`,
  )
  const listUnplanned = database.prepare<[string, number], NoticeRow>(
    'SELECT * FROM notices WHERE channel_id = ? AND message_id IS NULL ORDER BY created_at, rowid LIMIT ?',
  )
  const plan = database.prepare<[string, string]>('UPDATE notices SET message_id = ? WHERE id = ?')
  const planAll = database.prepare<[string, string]>(
    'UPDATE notices SET message_id = ? WHERE channel_id = ? AND message_id IS NULL',
  )
  return {
    readUnplanned: (channelId) => useDatabase(() => readUnplanned.get(channelId)),
    listUnplanned: (channelId, limit) => useDatabase(() => listUnplanned.all(channelId, limit)),
    plan: (id, messageId) => {
      useDatabase(() => plan.run(messageId, id))
    },
    planAll: (channelId, messageId) => {
      useDatabase(() => planAll.run(messageId, channelId))
    },
  }
}

/** The state shown on a page; a notice without a message is waiting for one. */
const withState = `FROM notices LEFT JOIN notice_messages AS message ON message.id = notices.message_id
  WHERE notices.channel_id = @channelId AND (@state IS NULL OR coalesce(message.state, 'waiting') = @state)`

function createReads(database: ControlPlaneDatabase): Pick<NoticeStore, 'countByKind' | 'listOf' | 'list' | 'count'> {
  const countByKind = database.prepare<[string], { kind: NoticeKind; count: number }>(
    'SELECT kind, count(*) AS count FROM notices WHERE message_id = ? GROUP BY kind',
  )
  const listOf = database.prepare<[string, number], NoticeRow>(
    `SELECT * FROM notices WHERE message_id = ?
     ORDER BY CASE kind WHEN 'alert' THEN 0 WHEN 'issue_created' THEN 2 ELSE 1 END, created_at, rowid LIMIT ?`,
  )
  const list = database.prepare<[object], NoticeStateRow>(
    `SELECT notices.*, coalesce(message.state, 'waiting') AS state, coalesce(is_digest, 0) AS is_digest,
       coalesce(attempts, 0) AS attempts, last_attempt_at, sent_at, fault,
       coalesce(possible_duplicate, 0) AS possible_duplicate
     ${withState} ORDER BY notices.created_at DESC, notices.rowid DESC LIMIT @limit OFFSET @offset`,
  )
  const count = database.prepare<[object], number>(`SELECT count(*) ${withState}`).pluck()
  const bind = ({ channelId, state }: NoticeFilter) => ({ channelId, state: state ?? null })
  return {
    countByKind: (messageId) => useDatabase(() => countByKind.all(messageId)),
    listOf: (messageId, limit) => useDatabase(() => listOf.all(messageId, limit)),
    list: ({ limit, offset, ...filter }) => useDatabase(() => list.all({ ...bind(filter), limit, offset })),
    count: (filter) => useDatabase(() => count.get(bind(filter)) ?? 0),
  }
}

function createWrites(database: ControlPlaneDatabase): Pick<NoticeStore, 'insert' | 'deleteBefore'> {
  const insert = database.prepare<[Omit<NoticeRow, 'message_id'>]>(
    `INSERT INTO notices (id, channel_id, kind, key, issue_id, title, facts, occurred_at, created_at)
     VALUES (@id, @channel_id, @kind, @key, @issue_id, @title, @facts, @occurred_at, @created_at)
     ON CONFLICT (channel_id, kind, key) DO NOTHING`,
  )
  const deleteBefore = database.prepare<[number, number]>(
    'DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE created_at < ? ORDER BY created_at LIMIT ?)',
  )
  return {
    insert: (row) => useDatabase(() => insert.run(row).changes > 0),
    deleteBefore: (before, max) => useDatabase(() => deleteBefore.run(before, max).changes),
  }
}
