import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A release announced by a Sentry client. Times are Unix milliseconds. */
export interface AnnouncedReleaseRow {
  organization_id: string
  version: string
  created_at: number
  released_at: number | null
  last_commit: string | null
  status: 'open' | 'archived'
}

/** A deployment of a release. */
export interface ReleaseDeploymentRow {
  id: string
  environment: string | null
  deployment_request: string
  external_url: string | null
  occurred_at: number
}

export interface AnnouncedReleaseStore {
  find(organizationId: string, version: string): AnnouncedReleaseRow | undefined
  /** Newest first. */
  list(organizationId: string, limit: number): AnnouncedReleaseRow[]
  /** The newest version with a known commit, except the given one. */
  findWithCommits(organizationId: string, except: string): AnnouncedReleaseRow | undefined
  /** Inserts or replaces. */
  put(row: AnnouncedReleaseRow): void
  /** Deletes releases beyond the limit, those announced longest ago first. */
  trim(organizationId: string, most: number): void
  remove(organizationId: string, version: string): void
  /** Newest first. */
  listDeployments(organizationId: string, version: string): ReleaseDeploymentRow[]
}

export function createAnnouncedReleaseStore(database: ControlPlaneDatabase): AnnouncedReleaseStore {
  const find = database.prepare<[string, string], AnnouncedReleaseRow>(
    'SELECT * FROM announced_releases WHERE organization_id = ? AND version = ?',
  )
  const list = database.prepare<[string, number], AnnouncedReleaseRow>(
    'SELECT * FROM announced_releases WHERE organization_id = ? ORDER BY created_at DESC, version LIMIT ?',
  )
  const withCommits = database.prepare<[string, string], AnnouncedReleaseRow>(
    `SELECT * FROM announced_releases WHERE organization_id = ? AND version <> ? AND last_commit IS NOT NULL
     ORDER BY created_at DESC, version LIMIT 1`,
  )
  const put = database.prepare<[AnnouncedReleaseRow]>(
    `INSERT OR REPLACE INTO announced_releases (organization_id, version, created_at, released_at, last_commit, status)
     VALUES (@organization_id, @version, @created_at, @released_at, @last_commit, @status)`,
  )
  const trim = database.prepare<[{ organizationId: string; most: number }]>(
    `DELETE FROM announced_releases WHERE organization_id = @organizationId AND version IN (
       SELECT version FROM announced_releases WHERE organization_id = @organizationId
       ORDER BY created_at DESC, version DESC LIMIT -1 OFFSET @most
     )`,
  )
  const remove = database.prepare<[string, string]>(
    'DELETE FROM announced_releases WHERE organization_id = ? AND version = ?',
  )
  const deployments = database.prepare<[string, string], ReleaseDeploymentRow>(
    `SELECT id, environment, deployment_request, external_url, occurred_at FROM deployments
     WHERE organization_id = ? AND version = ? ORDER BY occurred_at DESC, id DESC LIMIT 100`,
  )
  return {
    find: (organizationId, version) => useDatabase(() => find.get(organizationId, version)),
    list: (organizationId, limit) => useDatabase(() => list.all(organizationId, limit)),
    findWithCommits: (organizationId, except) => useDatabase(() => withCommits.get(organizationId, except)),
    put: (row) => {
      useDatabase(() => put.run(row))
    },
    trim: (organizationId, most) => {
      useDatabase(() => trim.run({ organizationId, most }))
    },
    remove: (organizationId, version) => {
      useDatabase(() => remove.run(organizationId, version))
    },
    listDeployments: (organizationId, version) => useDatabase(() => deployments.all(organizationId, version)),
  }
}
