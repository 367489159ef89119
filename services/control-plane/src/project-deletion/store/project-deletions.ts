import { limits } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A deleted project whose data is not completely deleted yet. */
export interface ProjectDeletionRow {
  project_id: string
  organization_id: string
  /** Unix milliseconds. */
  requested_at: number
  is_telemetry_erased: 0 | 1
}

/** Deleted projects and their remaining data. */
export interface ProjectDeletionStore {
  /** From now on, the project can no longer be found. */
  begin(row: Pick<ProjectDeletionRow, 'project_id' | 'organization_id' | 'requested_at'>): void
  /** Ordered by project. */
  list(page: { afterId: string; limit: number }): ProjectDeletionRow[]
  /** Projects whose telemetry is not erased yet, ordered by project. */
  listWithTelemetry(page: { afterId: string; limit: number }): ProjectDeletionRow[]
  noteTelemetryErased(projectId: string): void
  /** Deletes rows of the project, up to a limit from one table. @returns the number of rows. */
  deleteSome(projectId: string, limit: number): number
  /**
   * Deletes the project's name and settings. Its number and id stay reserved until the organization has deleted
   * `reservedMax` others.
   */
  finish(projectId: string): void
}

export function createProjectDeletionStore(database: ControlPlaneDatabase): ProjectDeletionStore {
  const steps = rowsOfProject.map((sql) => database.prepare<[{ projectId: string; limit: number }]>(sql))
  return {
    ...createRequests(database),
    deleteSome: (projectId, limit) =>
      useDatabase(() => {
        for (const step of steps) {
          const { changes } = step.run({ projectId, limit })
          if (changes > 0) return changes
        }
        return 0
      }),
  }
}

function createRequests(database: ControlPlaneDatabase): Omit<ProjectDeletionStore, 'deleteSome'> {
  const mark = database.prepare<[object]>(
    'UPDATE projects SET deleted_at = @requested_at, is_active = 0 WHERE id = @project_id',
  )
  const insert = database.prepare<[object]>(
    `INSERT INTO project_deletions (project_id, organization_id, requested_at)
     VALUES (@project_id, @organization_id, @requested_at)`,
  )
  const select = (condition: string) =>
    database.prepare<[{ afterId: string; limit: number }], ProjectDeletionRow>(
      `SELECT * FROM project_deletions WHERE project_id > @afterId AND ${condition} ORDER BY project_id LIMIT @limit`,
    )
  const [list, listWithTelemetry] = [select('TRUE'), select('is_telemetry_erased = 0')]
  const note = database.prepare<[string]>('UPDATE project_deletions SET is_telemetry_erased = 1 WHERE project_id = ?')
  const last = [
    'DELETE FROM project_settings WHERE project_id = ?',
    "UPDATE projects SET name = '' WHERE id = ?",
    'DELETE FROM project_deletions WHERE project_id = ?',
    forgetOldest,
  ].map((sql) => database.prepare<[string]>(sql))
  return {
    begin: (row) => {
      useDatabase(() => {
        mark.run(row)
        insert.run(row)
      })
    },
    list: (page) => useDatabase(() => list.all(page)),
    listWithTelemetry: (page) => useDatabase(() => listWithTelemetry.all(page)),
    noteTelemetryErased: (projectId) => {
      useDatabase(() => note.run(projectId))
    },
    finish: (projectId) => {
      useDatabase(() => {
        for (const statement of last) statement.run(projectId)
      })
    },
  }
}

/**
 * Deletes the projects of an organization that were deleted first, so that creating and deleting projects doesn't fill
 * the database. The sequence of numbers continues from the highest one, which therefore stays.
 */
const forgetOldest = `DELETE FROM projects WHERE id IN (
    SELECT id FROM projects WHERE deleted_at IS NOT NULL
      AND organization_id = (SELECT organization_id FROM projects WHERE id = ?)
      AND NOT EXISTS (SELECT 1 FROM project_deletions WHERE project_id = projects.id)
    ORDER BY deleted_at DESC, id DESC LIMIT -1 OFFSET ${limits.deletedProject.reservedMax}
  ) AND number IS NOT (SELECT max(number) FROM projects WHERE is_number_given = 0)`

/**
 * Statements that delete all rows of a project in batches, in an order that satisfies foreign keys. Settings go last,
 * because records in the log are still processed with them.
 */
const rowsOfProject: readonly string[] = [
  deleteFrom('dsn_keys', 'id'),
  deleteFrom('notification_channels', 'id'),
  deleteFrom('alert_rules', 'id'),
  deleteFrom('alerts', 'id'),
  deleteFrom('event_deletions', 'id'),
  deleteFrom('issue_fingerprints', 'rowid'),
  // Merged issues reference their target, and a target is never itself merged.
  deleteFrom('issues', 'id', 'merged_into IS NOT NULL'),
  deleteFrom('issues', 'id'),
  deleteFrom('project_totals', 'project_id'),
  deleteFrom('deleted_fingerprints', 'project_id, fingerprint'),
  deleteFrom('discarded_fingerprints', 'project_id, fingerprint'),
  deleteFrom('project_releases', 'project_id, release'),
  deleteFrom('project_repositories', 'project_id, repository_id'),
  deleteFrom('resymbolications', 'project_id'),
  // Artifacts that were uploaded for no other project are marked unused, and removed with the other unused ones.
  `UPDATE artifact_bundles SET used_at = 0 WHERE id IN (
     SELECT bundle.id FROM artifact_links AS own JOIN artifact_bundles AS bundle ON bundle.id = own.bundle_id
     WHERE own.project_id = @projectId AND bundle.used_at > 0 AND NOT EXISTS (
       SELECT 1 FROM artifact_links AS other WHERE other.bundle_id = bundle.id AND other.project_id <> @projectId
     ) LIMIT @limit
   )`,
  deleteFrom('artifact_links', 'bundle_id, project_id, release, dist'),
]

function deleteFrom(table: string, key: string, condition = 'TRUE'): string {
  return `DELETE FROM ${table} WHERE (${key}) IN (
    SELECT ${key} FROM ${table} WHERE project_id = @projectId AND ${condition} LIMIT @limit
  )`
}
