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
  /** The issue this one was merged into; never one that is itself merged. */
  merged_into: string | null
  /** 1, 2, 3, … within the project. */
  number: number
  status: IssueStatus
  /** Why it is in this state. */
  reason: IssueReason
  /** When it entered this state. */
  status_changed_at: number
  /** The release that fixes it, or with `next_release` the newest one known at the time; otherwise null. */
  resolved_release: string | null
  /** End of the archive; null unless archived until a time. */
  archived_until: number | null
  /** Number of further events after which it returns; null unless archived until a number of events. */
  archived_events: number | null
  /** A member of the organization. */
  assignee_id: string | null
  /** Release of the first event; empty if unknown. */
  first_release: string
  first_environment: string
}

/** A new issue: unresolved and unassigned. */
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

/** The texts that an issue is shown with. */
export type IssueTexts = Pick<IssueRow, 'title' | 'culprit'>

/** Lookups of a merged issue return the issue it was merged into. */
export interface IssueStore {
  find(organizationId: string, id: string): IssueRow | undefined
  /** Finds an issue by its number within the project. */
  findByNumber(organizationId: string, projectId: string, number: number): IssueRow | undefined
  /** Issues merged into this one, oldest first. */
  listMerged(id: string): IssueRow[]
  /** Inserts the issue with the next number of its project. @returns the stored row. */
  insert(row: NewIssueRow): IssueRow
  /** Marks an issue, and all issues merged into it before, as merged into another. */
  markMerged(id: string, targetId: string): void
  /** Makes a merged issue independent again; no-op if it already is. */
  markSeparate(id: string): void
  /** Replaces the texts of an issue if they are still `from`. */
  rename(id: string, from: IssueTexts, to: IssueTexts): void
  /** Moves the time of the first event to an earlier time; never to a later one. */
  noteFirstSeen(id: string, firstSeenAt: number): void
  /** Recomputes the time of the first event from the fingerprints; the cost grows with their number. */
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
