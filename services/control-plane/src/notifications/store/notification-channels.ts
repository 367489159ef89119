import type { ChannelKind, NoticeLevel } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'
import type { SecretPlace, Sealer } from '../../sealing/sealer.js'

/** Times are Unix milliseconds. */
export interface NotificationChannelRow {
  id: string
  organization_id: string
  project_id: string
  kind: ChannelKind
  name: string
  /** JSON object: the channel's target, including secrets; encrypted in the table. */
  settings: string
  /** JSON array of the kinds of notices that it receives. */
  events: string
  /** JSON array; empty for all. */
  environments: string
  /** Null for all. */
  min_level: NoticeLevel | null
  is_active: 0 | 1
  created_at: number
  last_success_at: number | null
  /** Its current error. */
  fault: string | null
  /** Consecutive failures since the last successful delivery. */
  failures: number
  /** Nothing is sent before this time. */
  next_at: number
}

/** The delivery health of a channel. */
export type ChannelHealth = Pick<NotificationChannelRow, 'id' | 'last_success_at' | 'fault' | 'failures' | 'next_at'>

export interface NotificationChannelStore {
  /** Oldest first. */
  list(projectId: string): NotificationChannelRow[]
  find(projectId: string, id: string): NotificationChannelRow | undefined
  /** Finds a channel by id alone, in any organization. */
  read(id: string): NotificationChannelRow | undefined
  insert(row: NotificationChannelRow): void
  /** Writes the editable fields and the health. */
  update(row: NotificationChannelRow): void
  noteHealth(health: ChannelHealth): void
  /** Deletes the channel with all of its notices. */
  delete(id: string): void
  /**
   * Active channels with queued notices whose pause is over, longest first.
   * @param until A pause that ends later than this was written before the clock was set back, and is ignored.
   */
  listDue(due: { now: number; until: number; limit: number }): NotificationChannelRow[]
}

/** Rows are passed in and out with their settings in plain text; the table holds them encrypted. */
export function createNotificationChannelStore(
  database: ControlPlaneDatabase,
  sealer: Sealer,
): NotificationChannelStore {
  const open = (row: NotificationChannelRow) => ({ ...row, settings: sealer.open(row.settings, placeOf(row)) })
  const list = database.prepare<[string], NotificationChannelRow>(
    'SELECT * FROM notification_channels WHERE project_id = ? ORDER BY created_at, id',
  )
  const find = database.prepare<[string, string], NotificationChannelRow>(
    'SELECT * FROM notification_channels WHERE project_id = ? AND id = ?',
  )
  const read = database.prepare<[string], NotificationChannelRow>('SELECT * FROM notification_channels WHERE id = ?')
  const listDue = database.prepare<[object], NotificationChannelRow>(
    `SELECT * FROM notification_channels AS channel
     WHERE is_active = 1 AND (next_at <= @now OR next_at > @until) AND (
       EXISTS (SELECT 1 FROM notices WHERE channel_id = channel.id AND message_id IS NULL) OR
       EXISTS (SELECT 1 FROM notice_messages WHERE channel_id = channel.id AND state IN ('waiting', 'sending')))
     ORDER BY next_at, id LIMIT @limit`,
  )
  const openFound = (row: NotificationChannelRow | undefined) => row && open(row)
  return {
    list: (projectId) => useDatabase(() => list.all(projectId)).map(open),
    find: (projectId, id) => openFound(useDatabase(() => find.get(projectId, id))),
    read: (id) => openFound(useDatabase(() => read.get(id))),
    listDue: (due) => useDatabase(() => listDue.all(due)).map(open),
    ...createWrites(database, sealer),
  }
}

function placeOf({ id }: Pick<NotificationChannelRow, 'id'>): SecretPlace {
  return { table: 'notification_channels', column: 'settings', id }
}

function createWrites(
  database: ControlPlaneDatabase,
  sealer: Sealer,
): Pick<NotificationChannelStore, 'insert' | 'update' | 'noteHealth' | 'delete'> {
  const insert = database.prepare<[NotificationChannelRow]>(
    `INSERT INTO notification_channels (id, organization_id, project_id, kind, name, settings, events, environments,
       min_level, is_active, created_at, last_success_at, fault, failures, next_at)
     VALUES (@id, @organization_id, @project_id, @kind, @name, @settings, @events, @environments,
       @min_level, @is_active, @created_at, @last_success_at, @fault, @failures, @next_at)`,
  )
  const update = database.prepare<[NotificationChannelRow]>(
    `UPDATE notification_channels SET name = @name, settings = @settings, events = @events,
       environments = @environments, min_level = @min_level, is_active = @is_active,
       last_success_at = @last_success_at, fault = @fault, failures = @failures, next_at = @next_at
     WHERE id = @id`,
  )
  const noteHealth = database.prepare<[ChannelHealth]>(
    `UPDATE notification_channels SET last_success_at = @last_success_at, fault = @fault, failures = @failures,
       next_at = @next_at WHERE id = @id`,
  )
  const remove = database.prepare<[string]>('DELETE FROM notification_channels WHERE id = ?')
  const seal = (row: NotificationChannelRow) => ({ ...row, settings: sealer.seal(row.settings, placeOf(row)) })
  return {
    insert: (row) => {
      useDatabase(() => insert.run(seal(row)))
    },
    update: (row) => {
      useDatabase(() => update.run(seal(row)))
    },
    noteHealth: ({ id, last_success_at, fault, failures, next_at }) => {
      useDatabase(() => noteHealth.run({ id, last_success_at, fault, failures, next_at }))
    },
    delete: (id) => {
      useDatabase(() => remove.run(id))
    },
  }
}
