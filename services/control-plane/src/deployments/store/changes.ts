import type { ChangeKind, listedChangeKinds } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'
import { repositoriesOfProject } from './repositories.js'

/** Times are Unix milliseconds. Null for values that the sender did not give. */
export interface NewChangeRow {
  id: string
  organization_id: string
  kind: ChangeKind
  sender_id: string
  repository_id: string | null
  occurred_at: number
  title: string
  service: string | null
  author: string | null
  url: string | null
  /** JSON array of paths. */
  files: string | null
  diff: string | null
  diff_cut: 0 | 1
  /** JSON object. */
  details: string | null
  /** When it was last recorded. */
  created_at: number
}

/** A change as it is read: with the name of its repository. */
export interface ChangeRow extends NewChangeRow {
  repository: string | null
}

/** A commit and the files it touched, without the diff. */
export type CommitRow = Pick<
  ChangeRow,
  'id' | 'sender_id' | 'occurred_at' | 'title' | 'author' | 'url' | 'files' | 'details' | 'repository'
>

/** Which changes to list; undefined filters match all. */
export interface ChangeFilter {
  organizationId: string
  /** Inclusive. */
  startMs: number
  /** Exclusive. */
  untilMs: number
  kind: (typeof listedChangeKinds)[number] | undefined
  service: string | undefined
  /** `owner/name`. */
  repository: string | undefined
  /** Matches the repositories linked to the project. */
  projectId: string | undefined
}

/** An entry of the timeline: a change or a deployment. */
export interface TimelineEntry {
  id: string
  is_deployment: 0 | 1
}

export interface ChangeStore {
  find(organizationId: string, id: string): ChangeRow | undefined
  /** Changes and deployments, newest first, ties by id. */
  listTimeline(page: ChangeFilter & { limit: number; offset: number }): TimelineEntry[]
  countTimeline(filter: ChangeFilter): number
  /** Commits with known files, newest first. */
  listCommits(page: Omit<ChangeFilter, 'kind'> & { limit: number }): CommitRow[]
  /** A change with the same kind, repository and sender's id replaces the given fields; the others stay. */
  upsert(row: NewChangeRow): void
  /** Removes the diff of the organization's oldest change that has one. @returns false if none has. */
  dropOldestDiff(organizationId: string): boolean
  /** @returns false if there is none. */
  deleteOldest(organizationId: string): boolean
  /** Deletes changes last recorded before a time, at most `max`. @returns how many. */
  deleteBefore(before: number, max: number): number
}

export function createChangeStore(database: ControlPlaneDatabase): ChangeStore {
  const find = database.prepare<[string, string], ChangeRow>(
    `SELECT changes.*, repositories.full_name AS repository
     FROM changes LEFT JOIN repositories ON repositories.id = changes.repository_id
     WHERE changes.organization_id = ? AND changes.id = ?`,
  )
  return {
    find: (organizationId, id) => useDatabase(() => find.get(organizationId, id)),
    listTimeline: (page) =>
      useDatabase(() => database.prepare<[object], TimelineEntry>(timelineSql(page)).all({ ...page })),
    countTimeline: (filter) =>
      useDatabase(
        () =>
          database
            .prepare<[object], number>(`SELECT count(*) FROM (${timelineParts(filter)})`)
            .pluck()
            .get({ ...filter }) ?? 0,
      ),
    listCommits: (page) => useDatabase(() => database.prepare<[object], CommitRow>(commitsSql(page)).all({ ...page })),
    upsert: createUpsert(database),
    ...createRemovals(database),
  }
}

function commitsSql(filter: Omit<ChangeFilter, 'kind'>): string {
  return `SELECT commits.*, full_name AS repository FROM (
      SELECT id, sender_id, repository_id, occurred_at, title, author, url, files, details FROM changes
      WHERE ${conditionOf(filter)} AND kind = 'commit' AND files IS NOT NULL
      ORDER BY occurred_at DESC, id DESC LIMIT @limit
    ) AS commits LEFT JOIN repositories ON repositories.id = repository_id
    ORDER BY commits.occurred_at DESC, commits.id DESC`
}

/** The statement for a page of the timeline. Both parts are read from an index in order and merged. */
export function timelineSql(filter: ChangeFilter): string {
  return `${timelineParts(filter)} ORDER BY occurred_at DESC, id DESC LIMIT @limit OFFSET @offset`
}

function timelineParts(filter: ChangeFilter): string {
  const where = conditionOf(filter)
  const ofKind = filter.kind === undefined ? '' : ' AND kind = @kind'
  const changes = `SELECT id, occurred_at, 0 AS is_deployment FROM changes WHERE ${where}${ofKind}`
  const deployments = `SELECT id, occurred_at, 1 AS is_deployment FROM deployments WHERE ${where}`
  if (filter.kind === 'deployment') return deployments
  return filter.kind === undefined ? `${changes} UNION ALL ${deployments}` : changes
}

/** Includes only the filters that are set: an optional condition would prevent SQLite from using the index. */
function conditionOf({ service, repository, projectId }: Omit<ChangeFilter, 'kind'>): string {
  const conditions = ['organization_id = @organizationId AND occurred_at >= @startMs AND occurred_at < @untilMs']
  if (service !== undefined) conditions.push('service = @service')
  if (repository !== undefined) {
    conditions.push(
      `repository_id =
       (SELECT id FROM repositories WHERE organization_id = @organizationId AND full_name = @repository)`,
    )
  }
  if (projectId !== undefined) conditions.push(`repository_id IN ${repositoriesOfProject}`)
  return conditions.join(' AND ')
}

function createUpsert(database: ControlPlaneDatabase): ChangeStore['upsert'] {
  const upsert = database.prepare<[NewChangeRow]>(
    `INSERT INTO changes (id, organization_id, kind, sender_id, repository_id, occurred_at, title, service, author, url,
       files, diff, diff_cut, details, created_at)
     VALUES (@id, @organization_id, @kind, @sender_id, @repository_id, @occurred_at, @title, @service, @author, @url,
       @files, @diff, @diff_cut, @details, @created_at)
     ON CONFLICT (organization_id, kind, coalesce(repository_id, ''), sender_id) DO UPDATE SET
       occurred_at = excluded.occurred_at, title = excluded.title, service = coalesce(excluded.service, service),
       author = coalesce(excluded.author, author), url = coalesce(excluded.url, url),
       files = coalesce(excluded.files, files), details = coalesce(excluded.details, details),
       diff_cut = iif(excluded.diff IS NULL, diff_cut, excluded.diff_cut), diff = coalesce(excluded.diff, diff),
       created_at = excluded.created_at`,
  )
  return (row) => {
    useDatabase(() => upsert.run(row))
  }
}

function createRemovals(
  database: ControlPlaneDatabase,
): Pick<ChangeStore, 'dropOldestDiff' | 'deleteOldest' | 'deleteBefore'> {
  const dropOldestDiff = database.prepare<[string]>(
    `UPDATE changes SET diff = NULL, diff_cut = 1 WHERE id = (SELECT id FROM changes
       WHERE organization_id = ? AND diff IS NOT NULL ORDER BY occurred_at, id LIMIT 1)`,
  )
  const deleteOldest = database.prepare<[string]>(
    `DELETE FROM changes WHERE id =
       (SELECT id FROM changes WHERE organization_id = ? ORDER BY occurred_at, id LIMIT 1)`,
  )
  const deleteBefore = database.prepare<[number, number]>(
    `DELETE FROM changes WHERE id IN
       (SELECT id FROM changes WHERE created_at < ? ORDER BY created_at LIMIT ?)`,
  )
  return {
    dropOldestDiff: (organizationId) => useDatabase(() => dropOldestDiff.run(organizationId).changes > 0),
    deleteOldest: (organizationId) => useDatabase(() => deleteOldest.run(organizationId).changes > 0),
    deleteBefore: (before, max) => useDatabase(() => deleteBefore.run(before, max).changes),
  }
}
