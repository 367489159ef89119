import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** What people know a discarded fingerprint by. */
export interface DiscardedFingerprintRow {
  project_id: string
  fingerprint: string
  title: string
  /** Unix milliseconds. */
  discarded_at: number
}

/** Which fingerprints are discarded stands in the settings of projects; this is what there is to show of them. */
export interface DiscardedFingerprintStore {
  find(projectId: string, fingerprint: string): DiscardedFingerprintRow | undefined
  /** In the place of what was known of the fingerprint. */
  put(row: DiscardedFingerprintRow): void
  delete(projectId: string, fingerprint: string): void
}

export function createDiscardedFingerprintStore(database: ControlPlaneDatabase): DiscardedFingerprintStore {
  const find = database.prepare<[string, string], DiscardedFingerprintRow>(
    'SELECT * FROM discarded_fingerprints WHERE project_id = ? AND fingerprint = ?',
  )
  const put = database.prepare<[DiscardedFingerprintRow]>(
    `INSERT INTO discarded_fingerprints (project_id, fingerprint, title, discarded_at)
     VALUES (@project_id, @fingerprint, @title, @discarded_at)
     ON CONFLICT (project_id, fingerprint) DO UPDATE SET title = @title, discarded_at = @discarded_at`,
  )
  const remove = database.prepare<[string, string]>(
    'DELETE FROM discarded_fingerprints WHERE project_id = ? AND fingerprint = ?',
  )
  return {
    find: (projectId, fingerprint) => useDatabase(() => find.get(projectId, fingerprint)),
    put: (row) => {
      useDatabase(() => put.run(row))
    },
    delete: (projectId, fingerprint) => {
      useDatabase(() => remove.run(projectId, fingerprint))
    },
  }
}
