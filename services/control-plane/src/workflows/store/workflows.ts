import type { ConcurrencyPolicy, WorkflowStatus } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Times are Unix milliseconds. */
export interface WorkflowRow {
  id: string
  organization_id: string
  name: string
  agent_name: string
  /** Empty if not given. */
  description: string
  instruction: string
  repository: string | null
  status: WorkflowStatus
  /** What happens to further runs while one is unfinished. */
  concurrency: ConcurrencyPolicy
  timeout_seconds: number
  max_attempts: number
  retry_base_seconds: number
  created_at: number
  updated_at: number
}

/** Which workflows to count. */
export interface WorkflowFilter {
  organizationId: string
  /** Part of the name, matched literally and case-insensitively. Undefined for all. */
  name: string | undefined
  agentName: string | undefined
  repository: string | undefined
}

/** Which workflows to list. */
export interface WorkflowPage extends WorkflowFilter {
  limit: number
  offset: number
}

/** None of these finds deleted workflows. */
export interface WorkflowStore {
  find(organizationId: string, id: string): WorkflowRow | undefined
  /** Newest first, ties by id. */
  list(page: WorkflowPage): WorkflowRow[]
  count(filter: WorkflowFilter): number
  insert(row: WorkflowRow): void
  /** Writes all fields except organization and creation time. No-op if the workflow does not exist. */
  update(row: WorkflowRow): void
  /** @param now Unix milliseconds. No-op if the workflow does not exist. */
  delete(id: string, now: number): void
}

const columns = `id, organization_id, name, agent_name, description, instruction, repository, status,
  concurrency, timeout_seconds, max_attempts, retry_base_seconds, created_at, updated_at`

/** The list statement as a function of its filters, so that a test can check its query plan. */
export function workflowListSql(filter: WorkflowFilter): string {
  return `SELECT ${columns} FROM workflows WHERE ${conditionOf(filter)}
    ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`
}

/** The counting statement. */
export function workflowCountSql(filter: WorkflowFilter): string {
  return `SELECT count(*) FROM workflows WHERE ${conditionOf(filter)}`
}

/** Includes only the filters that are set: an optional condition would prevent SQLite from using the index. */
function conditionOf({ name, agentName, repository }: WorkflowFilter): string {
  const conditions = ['organization_id = @organizationId', 'deleted_at IS NULL']
  // Not LIKE, which has wildcards and folds case only for ASCII.
  if (name !== undefined) conditions.push('instr(name_folded, @name) > 0')
  if (agentName !== undefined) conditions.push('agent_name = @agentName')
  if (repository !== undefined) conditions.push('repository = @repository')
  return conditions.join(' AND ')
}

export function createWorkflowStore(database: ControlPlaneDatabase): WorkflowStore {
  return { ...createReads(database), ...createWrites(database) }
}

function createReads(database: ControlPlaneDatabase): Pick<WorkflowStore, 'find' | 'list' | 'count'> {
  const find = database.prepare<[string, string], WorkflowRow>(
    `SELECT ${columns} FROM workflows WHERE organization_id = ? AND id = ? AND deleted_at IS NULL`,
  )
  return {
    find: (organizationId, id) => useDatabase(() => find.get(organizationId, id)),
    list: (page) =>
      useDatabase(() => database.prepare<[object], WorkflowRow>(workflowListSql(page)).all(foldName(page))),
    count: (filter) =>
      useDatabase(
        () => database.prepare<[object], number>(workflowCountSql(filter)).pluck().get(foldName(filter)) ?? 0,
      ),
  }
}

function createWrites(database: ControlPlaneDatabase): Pick<WorkflowStore, 'insert' | 'update' | 'delete'> {
  const insert = database.prepare<[object]>(
    `INSERT INTO workflows (${columns}, name_folded)
     VALUES (@id, @organization_id, @name, @agent_name, @description, @instruction, @repository, @status,
       @concurrency, @timeout_seconds, @max_attempts, @retry_base_seconds, @created_at, @updated_at, @name_folded)`,
  )
  const update = database.prepare<[object]>(
    `UPDATE workflows SET name = @name, name_folded = @name_folded, agent_name = @agent_name,
       description = @description, instruction = @instruction, repository = @repository, status = @status,
       concurrency = @concurrency, timeout_seconds = @timeout_seconds, max_attempts = @max_attempts,
       retry_base_seconds = @retry_base_seconds, updated_at = @updated_at
     WHERE id = @id AND deleted_at IS NULL`,
  )
  const remove = database.prepare<[number, string]>(
    'UPDATE workflows SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL',
  )
  return {
    insert: (row) => {
      useDatabase(() => insert.run({ ...row, name_folded: fold(row.name) }))
    },
    update: (row) => {
      useDatabase(() => update.run({ ...row, name_folded: fold(row.name) }))
    },
    delete: (id, now) => {
      useDatabase(() => remove.run(now, id))
    },
  }
}

function foldName<T extends WorkflowFilter>(filter: T): T {
  return filter.name === undefined ? filter : { ...filter, name: fold(filter.name) }
}

/** Locale-independent case folding: the same on every machine. */
function fold(name: string): string {
  return name.toLowerCase()
}
