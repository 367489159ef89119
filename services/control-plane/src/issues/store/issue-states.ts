import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'
import type { IssueRow } from './issues.js'

/** The state of an issue and the reason for it. */
export type IssueStateFields = Pick<
  IssueRow,
  'status' | 'reason' | 'status_changed_at' | 'resolved_release' | 'archived_until' | 'archived_events'
>

/** A page of archived issues that can return automatically: ids after this one, ordered by id. */
export interface ArchivedPage {
  reason: 'escalating' | 'events'
  afterId: string
  limit: number
}

/** States and assignees of issues. */
export interface IssueStateStore {
  /** The issue that owns the fingerprint's events. */
  findByFingerprint(projectId: string, fingerprint: string): IssueRow | undefined
  listArchived(page: ArchivedPage): IssueRow[]
  /** Issues whose archive time has passed, earliest first. Times are Unix milliseconds. */
  listArchiveOver(now: number, limit: number): IssueRow[]
  setState(id: string, state: IssueStateFields): void
  /** @param assigneeId Null to unassign. */
  assign(id: string, assigneeId: string | null): void
}

export function createIssueStateStore(database: ControlPlaneDatabase): IssueStateStore {
  return { ...createReads(database), ...createWrites(database) }
}

type Reads = 'findByFingerprint' | 'listArchived' | 'listArchiveOver'

function createReads(database: ControlPlaneDatabase): Pick<IssueStateStore, Reads> {
  const findByFingerprint = database.prepare<[string, string], IssueRow>(
    `SELECT issues.* FROM issue_fingerprints AS known CROSS JOIN issues ON issues.id = known.issue_id
     WHERE known.project_id = ? AND known.fingerprint = ?`,
  )
  const ofArchive = "SELECT * FROM issues WHERE status = 'archived' AND merged_into IS NULL"
  const listArchived = database.prepare<[ArchivedPage], IssueRow>(
    `${ofArchive} AND reason = @reason AND id > @afterId ORDER BY id LIMIT @limit`,
  )
  const listArchiveOver = database.prepare<[number, number], IssueRow>(
    `${ofArchive} AND reason = 'time' AND archived_until <= ? ORDER BY archived_until LIMIT ?`,
  )
  return {
    findByFingerprint: (projectId, fingerprint) => useDatabase(() => findByFingerprint.get(projectId, fingerprint)),
    listArchived: (page) => useDatabase(() => listArchived.all(page)),
    listArchiveOver: (now, limit) => useDatabase(() => listArchiveOver.all(now, limit)),
  }
}

function createWrites(database: ControlPlaneDatabase): Omit<IssueStateStore, Reads> {
  const setState = database.prepare<[IssueStateFields & { id: string }]>(
    `UPDATE issues SET status = @status, reason = @reason, status_changed_at = @status_changed_at,
       resolved_release = @resolved_release, archived_until = @archived_until, archived_events = @archived_events
     WHERE id = @id`,
  )
  const assign = database.prepare<[string | null, string]>('UPDATE issues SET assignee_id = ? WHERE id = ?')
  return {
    setState: (id, state) => {
      useDatabase(() => setState.run({ ...state, id }))
    },
    assign: (id, assigneeId) => {
      useDatabase(() => assign.run(assigneeId, id))
    },
  }
}
