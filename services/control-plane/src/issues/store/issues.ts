import type { IssueReason, IssueStatus } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Times are Unix milliseconds. */
export interface IssueRow {
  id: string
  organization_id: string
  project_id: string
  title: string
  culprit: string
  level: string
  platform: string
  first_seen_at: number
  created_at: number
  /** The issue that this one became part of; never one that is part of another itself. */
  merged_into: string | null
  /** 1, 2, 3, … in its project. */
  number: number
  status: IssueStatus
  /** Why it is in its state. */
  reason: IssueReason
  /** Since when it is in its state. */
  status_changed_at: number
  /** The release that fixes it, or with `next_release` the newest one that was known; else null. */
  resolved_release: string | null
  /** Until when it is archived; null unless for a time. */
  archived_until: number | null
  /** After how many further events it comes back; null unless for events. */
  archived_events: number | null
  /** A member of the organization. */
  assignee_id: string | null
  /** Of its first event; empty when unknown. */
  first_release: string
  first_environment: string
}

/** An issue as it begins: unresolved and nobody's. */
export type NewIssueRow = Omit<
  IssueRow,
  | 'number'
  | 'status'
  | 'reason'
  | 'status_changed_at'
  | 'resolved_release'
  | 'archived_until'
  | 'archived_events'
  | 'assignee_id'
>

/** What an issue is shown by. */
export type IssueTexts = Pick<IssueRow, 'title' | 'culprit'>

/** A merged issue is found as the issue that it became part of. */
export interface IssueStore {
  find(organizationId: string, id: string): IssueRow | undefined
  /** By its number in its project. */
  findByNumber(organizationId: string, projectId: string, number: number): IssueRow | undefined
  /** Issues that became part of this one, oldest first. */
  listMerged(id: string): IssueRow[]
  /** Gives it the next number of its project. @returns the row as it is stored. */
  insert(row: NewIssueRow): IssueRow
  /** Makes an issue, and all that became part of it before, part of another. */
  markMerged(id: string, targetId: string): void
  /** Makes an issue one of its own again; does nothing to one that is. */
  markSeparate(id: string): void
  /** Changes what an issue is shown by, where that is as it says. */
  rename(id: string, from: IssueTexts, to: IssueTexts): void
  /** Moves the time of the first event back; never forward. */
  noteFirstSeen(id: string, firstSeenAt: number): void
  /** Brings the time of the first event in line with the fingerprints; takes time for each of them. */
  refreshFirstSeen(id: string): void
}

export function createIssueStore(database: ControlPlaneDatabase): IssueStore {
  return { ...createReads(database), ...createWrites(database), ...createRename(database) }
}

function createReads(database: ControlPlaneDatabase): Pick<IssueStore, IssueReads> {
  const find = database.prepare<[string, string], IssueRow>(
    `SELECT found.* FROM issues AS asked JOIN issues AS found ON found.id = coalesce(asked.merged_into, asked.id)
     WHERE asked.organization_id = ? AND asked.id = ?`,
  )
  const findByNumber = database.prepare<[string, string, number], IssueRow>(
    `SELECT found.* FROM issues AS asked JOIN issues AS found ON found.id = coalesce(asked.merged_into, asked.id)
     WHERE asked.organization_id = ? AND asked.project_id = ? AND asked.number = ?`,
  )
  const listMerged = database.prepare<[string], IssueRow>(
    'SELECT * FROM issues WHERE merged_into = ? ORDER BY first_seen_at, id',
  )
  return {
    find: (organizationId, id) => useDatabase(() => find.get(organizationId, id)),
    findByNumber: (organizationId, projectId, number) =>
      useDatabase(() => findByNumber.get(organizationId, projectId, number)),
    listMerged: (id) => useDatabase(() => listMerged.all(id)),
  }
}

type IssueReads = 'find' | 'findByNumber' | 'listMerged'

function createRename(database: ControlPlaneDatabase): Pick<IssueStore, 'rename'> {
  const rename = database.prepare<[string, string, string, string, string]>(
    'UPDATE issues SET title = ?, culprit = ? WHERE id = ? AND title = ? AND culprit = ?',
  )
  return {
    rename: (id, from, to) => {
      useDatabase(() => rename.run(to.title, to.culprit, id, from.title, from.culprit))
    },
  }
}

function createWrites(database: ControlPlaneDatabase): Omit<IssueStore, IssueReads | 'rename'> {
  const insert = database.prepare<[NewIssueRow], IssueRow>(
    `INSERT INTO issues (id, organization_id, project_id, title, culprit, level, platform, first_seen_at, created_at,
       merged_into, status_changed_at, first_release, first_environment, number)
     VALUES (@id, @organization_id, @project_id, @title, @culprit, @level, @platform, @first_seen_at, @created_at,
       @merged_into, @created_at, @first_release, @first_environment,
       (SELECT coalesce(max(number), 0) + 1 FROM issues WHERE project_id = @project_id))
     RETURNING *`,
  )
  const markMerged = database.prepare<[{ id: string; targetId: string }]>(
    'UPDATE issues SET merged_into = @targetId WHERE id = @id OR merged_into = @id',
  )
  const markSeparate = database.prepare<[string]>('UPDATE issues SET merged_into = NULL WHERE id = ?')
  const noteFirstSeen = database.prepare<[{ id: string; firstSeenAt: number }]>(
    'UPDATE issues SET first_seen_at = @firstSeenAt WHERE id = @id AND first_seen_at > @firstSeenAt',
  )
  const refreshFirstSeen = database.prepare<[string]>(
    `UPDATE issues SET first_seen_at = coalesce(
       (SELECT min(first_seen_at) FROM issue_fingerprints WHERE issue_id = issues.id), first_seen_at) WHERE id = ?`,
  )
  return {
    insert: (row) =>
      useDatabase(() => {
        const stored = insert.get(row)
        if (!stored) throw new Error('an inserted issue cannot be read back')
        return stored
      }),
    markMerged: (id, targetId) => {
      useDatabase(() => markMerged.run({ id, targetId }))
    },
    markSeparate: (id) => {
      useDatabase(() => markSeparate.run(id))
    },
    noteFirstSeen: (id, firstSeenAt) => {
      useDatabase(() => noteFirstSeen.run({ id, firstSeenAt }))
    },
    refreshFirstSeen: (id) => {
      useDatabase(() => refreshFirstSeen.run(id))
    },
  }
}
