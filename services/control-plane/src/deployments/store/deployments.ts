import { limits, type DeploymentStatus, type SessionStatus, type Verdict } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'
import { repositoriesOfProject } from './repositories.js'

/** Times are Unix milliseconds. */
export interface NewDeploymentRow {
  id: string
  organization_id: string
  repository_id: string | null
  deployment_request: string
  status: DeploymentStatus
  external_url: string | null
  commit_sha: string | null
  commit_message: string | null
  ref: string | null
  /** JSON object. */
  event_metadata: string
  service: string | null
  environment: string | null
  version: string | null
  occurred_at: number
  /** Null if it is not watched. */
  session_id: string | null
  created_at: number
}

/** A deployment as it is read: with the name of its repository and the status of its watching session. */
export interface DeploymentRow extends NewDeploymentRow {
  repository_full_name: string | null
  /** Null if it is not watched. */
  watch_status: SessionStatus | null
  watch_verdict: Verdict | null
}

export interface DeploymentStatusRow {
  deployment_id: string
  status: DeploymentStatus
  changed_at: number
}

/** Which deployments to list; undefined filters match all. */
export interface DeploymentFilter {
  organizationId: string
  /** Inclusive. */
  startMs: number
  /** Exclusive. */
  untilMs: number
  service: string | undefined
  environment: string | undefined
  /** `owner/name`. */
  repository: string | undefined
  /** Matches the repositories linked to the project. */
  projectId: string | undefined
  status: DeploymentStatus | undefined
}

/** The target of a deployment; null matches unset values. */
export interface DeploymentPlace {
  organizationId: string
  repositoryId: string | null
  service: string | null
  environment: string | null
}

/** The fields that a repeated announcement may change. */
export type DeploymentRevision = Pick<
  NewDeploymentRow,
  'id' | 'deployment_request' | 'commit_message' | 'ref' | 'event_metadata' | 'session_id'
>

export interface DeploymentStore {
  find(organizationId: string, id: string): DeploymentRow | undefined
  /** Newest by `occurred_at` first, ties by id. */
  list(page: DeploymentFilter & { limit: number; offset: number }): DeploymentRow[]
  count(filter: DeploymentFilter): number
  /** The latest live deployment; undefined if there is none. */
  findLatest(place: DeploymentPlace): DeploymentRow | undefined
  insert(row: NewDeploymentRow): void
  update(change: Pick<DeploymentRow, 'id' | 'status' | 'external_url'>): void
  revise(revision: DeploymentRevision): void
  /** In chronological order. */
  listStatuses(id: string): DeploymentStatusRow[]
  /** Appends to the history. Beyond `limits.deployment.statusesMax`, the oldest entries are deleted. */
  appendStatus(row: DeploymentStatusRow): void
  /** Deletes the organization's oldest deployment with its history. @returns false if there is none. */
  deleteOldest(organizationId: string): boolean
  /** Deletes unwatched deployments created before a time, with their history; at most `max`. @returns how many. */
  deleteUnwatchedBefore(before: number, max: number): number
}

const select = `SELECT deployments.*, repositories.full_name AS repository_full_name,
    agent_sessions.status AS watch_status, agent_sessions.verdict AS watch_verdict
  FROM deployments LEFT JOIN repositories ON repositories.id = deployments.repository_id
    LEFT JOIN agent_sessions ON agent_sessions.id = deployments.session_id`

export function createDeploymentStore(database: ControlPlaneDatabase): DeploymentStore {
  return { ...createReads(database), ...createWrites(database), ...createRemovals(database) }
}

function createReads(
  database: ControlPlaneDatabase,
): Pick<DeploymentStore, 'find' | 'findLatest' | 'list' | 'count' | 'listStatuses'> {
  const find = database.prepare<[string, string], DeploymentRow>(
    `${select} WHERE deployments.organization_id = ? AND deployments.id = ?`,
  )
  const listStatuses = database.prepare<[string], DeploymentStatusRow>(
    'SELECT deployment_id, status, changed_at FROM deployment_statuses WHERE deployment_id = ? ORDER BY number',
  )
  const findLatest = database.prepare<[DeploymentPlace], DeploymentRow>(
    `${select} WHERE deployments.organization_id = @organizationId AND deployments.service IS @service
       AND deployments.environment IS @environment AND deployments.repository_id IS @repositoryId
     ORDER BY deployments.occurred_at DESC, deployments.id DESC LIMIT 1`,
  )
  return {
    find: (organizationId, id) => useDatabase(() => find.get(organizationId, id)),
    findLatest: (place) => useDatabase(() => findLatest.get(place)),
    list: (page) =>
      useDatabase(() =>
        database
          .prepare<[object], DeploymentRow>(
            `${select} WHERE ${conditionOf(page)}
             ORDER BY deployments.occurred_at DESC, deployments.id DESC LIMIT @limit OFFSET @offset`,
          )
          .all(page),
      ),
    count: (filter) =>
      useDatabase(
        () =>
          database
            .prepare<[object], number>(`SELECT count(*) FROM deployments WHERE ${conditionOf(filter)}`)
            .pluck()
            .get(filter) ?? 0,
      ),
    listStatuses: (id) => useDatabase(() => listStatuses.all(id)),
  }
}

/** Includes only the filters that are set: an optional condition would prevent SQLite from using the index. */
function conditionOf({ service, environment, repository, projectId, status }: DeploymentFilter): string {
  const conditions = [
    'deployments.organization_id = @organizationId',
    'deployments.occurred_at >= @startMs AND deployments.occurred_at < @untilMs',
  ]
  if (service !== undefined) conditions.push('deployments.service = @service')
  if (environment !== undefined) conditions.push('deployments.environment = @environment')
  if (status !== undefined) conditions.push('deployments.status = @status')
  if (repository !== undefined) conditions.push(`deployments.repository_id = ${repositoryByName}`)
  if (projectId !== undefined) conditions.push(`deployments.repository_id IN ${repositoriesOfProject}`)
  return conditions.join(' AND ')
}

/** The id of the repository that a filter names. */
const repositoryByName =
  '(SELECT id FROM repositories WHERE organization_id = @organizationId AND full_name = @repository)'

function createWrites(
  database: ControlPlaneDatabase,
): Pick<DeploymentStore, 'insert' | 'update' | 'revise' | 'appendStatus'> {
  const insert = database.prepare<[NewDeploymentRow]>(
    `INSERT INTO deployments (id, organization_id, repository_id, deployment_request, status, external_url, commit_sha,
       commit_message, ref, event_metadata, service, environment, version, occurred_at, session_id, created_at)
     VALUES (@id, @organization_id, @repository_id, @deployment_request, @status, @external_url, @commit_sha,
       @commit_message, @ref, @event_metadata, @service, @environment, @version, @occurred_at, @session_id, @created_at)`,
  )
  const update = database.prepare<[Pick<DeploymentRow, 'id' | 'status' | 'external_url'>]>(
    'UPDATE deployments SET status = @status, external_url = @external_url WHERE id = @id',
  )
  const revise = database.prepare<[DeploymentRevision]>(
    `UPDATE deployments SET deployment_request = @deployment_request, commit_message = @commit_message, ref = @ref,
       event_metadata = @event_metadata, session_id = @session_id WHERE id = @id`,
  )
  const appendStatus = database.prepare<[DeploymentStatusRow]>(
    `INSERT INTO deployment_statuses (deployment_id, number, status, changed_at)
     SELECT @deployment_id, coalesce(max(number), 0) + 1, @status, @changed_at
     FROM deployment_statuses WHERE deployment_id = @deployment_id`,
  )
  const trimStatuses = database.prepare<[string, string, number]>(
    `DELETE FROM deployment_statuses WHERE deployment_id = ? AND number <=
       (SELECT max(number) FROM deployment_statuses WHERE deployment_id = ?) - ?`,
  )
  return {
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    update: (change) => {
      useDatabase(() => update.run(change))
    },
    revise: (revision) => {
      useDatabase(() => revise.run(revision))
    },
    appendStatus: (row) => {
      const { deployment_id: id } = row
      useDatabase(() => {
        appendStatus.run(row)
        trimStatuses.run(id, id, limits.deployment.statusesMax)
      })
    },
  }
}

function createRemovals(
  database: ControlPlaneDatabase,
): Pick<DeploymentStore, 'deleteOldest' | 'deleteUnwatchedBefore'> {
  const findOldest = database
    .prepare<[string], string>('SELECT id FROM deployments WHERE organization_id = ? ORDER BY occurred_at, id LIMIT 1')
    .pluck()
  const listUnwatched = database
    .prepare<[number, number], string>(
      'SELECT id FROM deployments WHERE session_id IS NULL AND created_at < ? ORDER BY created_at LIMIT ?',
    )
    .pluck()
  const removeStatuses = database.prepare<[string]>('DELETE FROM deployment_statuses WHERE deployment_id = ?')
  const remove = database.prepare<[string]>('DELETE FROM deployments WHERE id = ?')
  const removeAll = database.transaction((ids: readonly string[]): number => {
    for (const id of ids) {
      removeStatuses.run(id)
      remove.run(id)
    }
    return ids.length
  })
  return {
    deleteOldest: (organizationId) =>
      useDatabase(() => {
        const id = findOldest.get(organizationId)
        return id !== undefined && removeAll([id]) > 0
      }),
    deleteUnwatchedBefore: (before, max) => useDatabase(() => removeAll(listUnwatched.all(before, max))),
  }
}
