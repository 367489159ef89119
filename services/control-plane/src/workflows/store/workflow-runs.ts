import type { RunFailure, RunStatus, RunTrigger } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Times are Unix milliseconds. */
export interface WorkflowRunRow {
  id: string
  organization_id: string
  workflow_id: string
  /** As of the creation of the run; the same applies to instruction, context and warnings. */
  workflow_name: string
  triggered_by: RunTrigger
  trigger_name: string
  status: RunStatus
  session_id: string
  /** With context values filled in. */
  instruction: string
  /** JSON object. */
  context: string
  /** JSON array of strings. */
  warnings: string
  /** As configured in the workflow when the run was created; the same applies to the two fields below. */
  timeout_seconds: number
  max_attempts: number
  retry_base_seconds: number
  /** From 1. */
  attempt: number
  /** The run that this one repeats. */
  retry_of: string | null
  created_at: number
  updated_at: number
  /** When a pending run may start; null while it waits for another run of its workflow, and once it is not pending. */
  starts_at: number | null
  /** Null while it is pending. */
  started_at: number | null
  /** Null while it is pending. */
  times_out_at: number | null
  /** Null until it is finished. */
  ended_at: number | null
  /** Null unless it failed. */
  failure: RunFailure | null
  /** 1 once all follow-up work of its end is done. */
  settled: 0 | 1
}

/** Which runs to count. */
export interface WorkflowRunFilter {
  workflowId: string
  /** Undefined for all. */
  status: RunStatus | undefined
  triggeredBy: RunTrigger | undefined
}

/** Which runs to list. */
export interface WorkflowRunPage extends WorkflowRunFilter {
  limit: number
  offset: number
}

/** A state change of a run. */
export interface WorkflowRunChange extends Pick<
  WorkflowRunRow,
  'updated_at' | 'started_at' | 'times_out_at' | 'ended_at' | 'failure'
> {
  id: string
  from: RunStatus
  to: RunStatus
}

export interface WorkflowRunStore {
  find(workflowId: string, id: string): WorkflowRunRow | undefined
  /** The run of a session; undefined for sessions of other origins. */
  findBySession(sessionId: string): WorkflowRunRow | undefined
  /** Newest first, ties by id. */
  list(page: WorkflowRunPage): WorkflowRunRow[]
  count(filter: WorkflowRunFilter): number
  insert(row: WorkflowRunRow): void
  /** Deletes the organization's oldest finished run. @returns false if there is none. */
  deleteOldestSettled(organizationId: string): boolean
  /** @returns false, with nothing changed, if the run is not in the state `from`. */
  changeStatus(change: WorkflowRunChange): boolean
}

/** The list statement as a function of its filters, so that a test can check its query plan. */
export function runListSql(filter: WorkflowRunFilter): string {
  return `SELECT * FROM workflow_runs WHERE ${conditionOf(filter)}
    ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`
}

/** The counting statement. */
export function runCountSql(filter: WorkflowRunFilter): string {
  return `SELECT count(*) FROM workflow_runs WHERE ${conditionOf(filter)}`
}

/** Includes only the filters that are set: an optional condition would prevent SQLite from using the index. */
function conditionOf({ status, triggeredBy }: WorkflowRunFilter): string {
  const conditions = ['workflow_id = @workflowId']
  if (status !== undefined) conditions.push('status = @status')
  if (triggeredBy !== undefined) conditions.push('triggered_by = @triggeredBy')
  return conditions.join(' AND ')
}

export function createWorkflowRunStore(database: ControlPlaneDatabase): WorkflowRunStore {
  return { ...createReads(database), ...createWrites(database) }
}

function createReads(
  database: ControlPlaneDatabase,
): Pick<WorkflowRunStore, 'find' | 'findBySession' | 'list' | 'count'> {
  const find = database.prepare<[string, string], WorkflowRunRow>(
    'SELECT * FROM workflow_runs WHERE workflow_id = ? AND id = ?',
  )
  const findBySession = database.prepare<[string], WorkflowRunRow>('SELECT * FROM workflow_runs WHERE session_id = ?')
  return {
    find: (workflowId, id) => useDatabase(() => find.get(workflowId, id)),
    findBySession: (sessionId) => useDatabase(() => findBySession.get(sessionId)),
    list: (page) => useDatabase(() => database.prepare<[object], WorkflowRunRow>(runListSql(page)).all(page)),
    count: (filter) =>
      useDatabase(() => database.prepare<[object], number>(runCountSql(filter)).pluck().get(filter) ?? 0),
  }
}

function createWrites(
  database: ControlPlaneDatabase,
): Pick<WorkflowRunStore, 'insert' | 'changeStatus' | 'deleteOldestSettled'> {
  const insert = database.prepare<[WorkflowRunRow]>(
    `INSERT INTO workflow_runs (id, organization_id, workflow_id, workflow_name, triggered_by, trigger_name, status,
       session_id, instruction, context, warnings, timeout_seconds, max_attempts, retry_base_seconds, attempt, retry_of,
       created_at, updated_at, starts_at, started_at, times_out_at, ended_at, failure, settled)
     VALUES (@id, @organization_id, @workflow_id, @workflow_name, @triggered_by, @trigger_name, @status,
       @session_id, @instruction, @context, @warnings, @timeout_seconds, @max_attempts, @retry_base_seconds, @attempt,
       @retry_of, @created_at, @updated_at, @starts_at, @started_at, @times_out_at, @ended_at, @failure, @settled)`,
  )
  // A single statement: of two callers that change the same run, only one finds it in the expected state.
  const changeStatus = database.prepare<[WorkflowRunChange]>(
    `UPDATE workflow_runs SET status = @to, updated_at = @updated_at, starts_at = NULL, started_at = @started_at,
       times_out_at = @times_out_at, ended_at = @ended_at, failure = @failure
     WHERE id = @id AND status = @from`,
  )
  const deleteOldestSettled = database.prepare<[string]>(
    `DELETE FROM workflow_runs WHERE id = (SELECT id FROM workflow_runs
       WHERE organization_id = ? AND settled = 1 ORDER BY created_at, id LIMIT 1)`,
  )
  return {
    deleteOldestSettled: (organizationId) => useDatabase(() => deleteOldestSettled.run(organizationId).changes > 0),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    changeStatus: (change) => useDatabase(() => changeStatus.run(change).changes === 1),
  }
}
