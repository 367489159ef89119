import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Events that still have to be deleted from the telemetry store. */
export interface EventDeletionRow {
  id: string
  organization_id: string
  project_id: string
  /** JSON array. */
  fingerprints: string
  /** Only events received until then are deleted. Unix milliseconds. */
  received_until: number
}

/** Records of deleted issues. Times are Unix milliseconds. */
export interface IssueDeletionStore {
  /** Deletes an issue and all issues merged into it, with their fingerprints and activities. */
  deleteIssue(id: string): void
  /** Number of the project's issues, including merged ones. */
  countIssues(projectId: string): number
  /** The project's oldest issue that nobody has changed, assigned or commented on; otherwise its oldest issue. */
  findReplaceable(projectId: string): string | undefined
  /** Oldest first. */
  listEvents(page: { afterId: string; limit: number }): EventDeletionRow[]
  insertEvents(row: EventDeletionRow): void
  deleteEvents(id: string): void
  /** When the fingerprint's issue was last deleted; undefined if never. */
  findDeletedAt(projectId: string, fingerprint: string): number | undefined
  noteDeleted(row: { project_id: string; fingerprint: string; deleted_at: number }): void
  /** Removes up to `most` fingerprints that were deleted before a time. */
  forgetSome(before: number, most: number): void
}

export function createIssueDeletionStore(database: ControlPlaneDatabase): IssueDeletionStore {
  return { ...createIssueDeletes(database), ...createRequests(database), ...createTombstones(database) }
}

function createIssueDeletes(
  database: ControlPlaneDatabase,
): Pick<IssueDeletionStore, 'deleteIssue' | 'countIssues' | 'findReplaceable'> {
  const family = '(SELECT id FROM issues WHERE id = @id OR merged_into = @id)'
  const steps = [
    `DELETE FROM issue_fingerprints WHERE issue_id IN ${family}`,
    // Their fingerprints that now belong to other issues can no longer return to them.
    `UPDATE issue_fingerprints SET original_issue_id = issue_id WHERE original_issue_id IN ${family}`,
    'DELETE FROM issues WHERE merged_into = @id',
    'DELETE FROM issues WHERE id = @id',
  ].map((sql) => database.prepare<[{ id: string }]>(sql))
  const count = database.prepare<[string], number>('SELECT issues FROM project_totals WHERE project_id = ?').pluck()
  const findUntouched = database
    .prepare<[string], string>(
      `SELECT id FROM issues WHERE project_id = ? AND merged_into IS NULL AND status = 'unresolved'
         AND reason = 'new' AND assignee_id IS NULL
         AND NOT EXISTS (SELECT 1 FROM issue_activities WHERE issue_id = issues.id AND kind = 'comment')
       ORDER BY created_at, id LIMIT 1`,
    )
    .pluck()
  const findOldest = database
    .prepare<[string], string>(
      'SELECT id FROM issues WHERE project_id = ? AND merged_into IS NULL ORDER BY first_seen_at, id LIMIT 1',
    )
    .pluck()
  return {
    countIssues: (projectId) => useDatabase(() => count.get(projectId)) ?? 0,
    findReplaceable: (projectId) => useDatabase(() => findUntouched.get(projectId) ?? findOldest.get(projectId)),
    deleteIssue: (id) => {
      useDatabase(() => {
        for (const step of steps) step.run({ id })
      })
    },
  }
}

type Requests = 'listEvents' | 'insertEvents' | 'deleteEvents'

function createRequests(database: ControlPlaneDatabase): Pick<IssueDeletionStore, Requests> {
  const list = database.prepare<[{ afterId: string; limit: number }], EventDeletionRow>(
    'SELECT * FROM event_deletions WHERE id > @afterId ORDER BY id LIMIT @limit',
  )
  const insert = database.prepare<[EventDeletionRow]>(
    `INSERT INTO event_deletions (id, organization_id, project_id, fingerprints, received_until)
     VALUES (@id, @organization_id, @project_id, @fingerprints, @received_until)`,
  )
  const remove = database.prepare<[string]>('DELETE FROM event_deletions WHERE id = ?')
  return {
    listEvents: (page) => useDatabase(() => list.all(page)),
    insertEvents: (row) => {
      useDatabase(() => insert.run(row))
    },
    deleteEvents: (id) => {
      useDatabase(() => remove.run(id))
    },
  }
}

type Tombstones = 'findDeletedAt' | 'noteDeleted' | 'forgetSome'

function createTombstones(database: ControlPlaneDatabase): Pick<IssueDeletionStore, Tombstones> {
  const find = database
    .prepare<[string, string], number>(
      'SELECT deleted_at FROM deleted_fingerprints WHERE project_id = ? AND fingerprint = ?',
    )
    .pluck()
  const note = database.prepare<[{ project_id: string; fingerprint: string; deleted_at: number }]>(
    `INSERT INTO deleted_fingerprints (project_id, fingerprint, deleted_at)
     VALUES (@project_id, @fingerprint, @deleted_at)
     ON CONFLICT (project_id, fingerprint) DO UPDATE SET deleted_at = @deleted_at`,
  )
  const forgetSome = database.prepare<[number, number]>(
    `DELETE FROM deleted_fingerprints WHERE (project_id, fingerprint) IN (
       SELECT project_id, fingerprint FROM deleted_fingerprints WHERE deleted_at < ? ORDER BY deleted_at LIMIT ?
     )`,
  )
  return {
    findDeletedAt: (projectId, fingerprint) => useDatabase(() => find.get(projectId, fingerprint)),
    noteDeleted: (row) => {
      useDatabase(() => note.run(row))
    },
    forgetSome: (before, most) => {
      useDatabase(() => forgetSome.run(before, most))
    },
  }
}
