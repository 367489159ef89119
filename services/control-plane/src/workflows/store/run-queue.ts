import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'
import type { WorkflowRunRow } from './workflow-runs.js'

/** Queries for runs that need to move on. Times are Unix milliseconds. */
export interface RunQueueStore {
  /** Pending runs whose time has come, earliest first. */
  listStartable(now: number, limit: number): WorkflowRunRow[]
  /** Running ones past their timeout, longest overdue first. */
  listTimedOut(now: number, limit: number): WorkflowRunRow[]
  /** Running ones whose session is not active, with the status of the session; null if there is none. */
  listOrphaned(limit: number): (WorkflowRunRow & { session_status: string | null })[]
  /** Finished ones whose follow-up work is not complete. */
  listUnsettled(limit: number): WorkflowRunRow[]
  /** The next time at which a run may start or time out; undefined if there is none. */
  findNextDue(): number | undefined
  hasRunning(workflowId: string): boolean
  /** Counts pending and running ones. */
  countUnfinished(workflowId: string): number
  /** The oldest pending run that waits for another one or whose time has come. */
  findFirstWaiting(workflowId: string, now: number): WorkflowRunRow | undefined
  /** Pending ones, up to a limit. */
  listPending(workflowId: string, limit: number): WorkflowRunRow[]
  /** Sets when a pending run may start; null while it waits for another one to end. */
  changeStart(id: string, startsAt: number | null): void
  /** Makes runs that wait for another run of their workflow due now. @param limit Only the first ones. */
  wake(change: { workflowId: string; now: number; limit: number }): void
  markSettled(id: string): void
  /** After the clock was set back: limits waiting times and timeouts to what they would be from now on. */
  rebase(change: { now: number; pauseMsMax: number }): void
}

export const startableSql = `SELECT * FROM workflow_runs WHERE status = 'pending' AND starts_at <= @now
  ORDER BY starts_at, id LIMIT @limit`
export const timedOutSql = `SELECT * FROM workflow_runs WHERE status = 'running' AND times_out_at <= @now
  ORDER BY times_out_at, id LIMIT @limit`
export const unsettledSql = `SELECT * FROM workflow_runs WHERE settled = 0 AND ended_at IS NOT NULL
  ORDER BY ended_at, id LIMIT @limit`

export function createRunQueueStore(database: ControlPlaneDatabase): RunQueueStore {
  return { ...createLists(database), ...createWorkflowReads(database), ...createWrites(database) }
}

type Lists = Pick<RunQueueStore, 'listStartable' | 'listTimedOut' | 'listOrphaned' | 'listUnsettled' | 'findNextDue'>

function createLists(database: ControlPlaneDatabase): Lists {
  type Page = { now: number; limit: number }
  const startable = database.prepare<[Page], WorkflowRunRow>(startableSql)
  const timedOut = database.prepare<[Page], WorkflowRunRow>(timedOutSql)
  const unsettled = database.prepare<[{ limit: number }], WorkflowRunRow>(unsettledSql)
  const orphaned = database.prepare<[number], WorkflowRunRow & { session_status: string | null }>(
    `SELECT workflow_runs.*, agent_sessions.status AS session_status FROM workflow_runs
     LEFT JOIN agent_sessions ON agent_sessions.id = workflow_runs.session_id
     WHERE workflow_runs.status = 'running' AND agent_sessions.status IS NOT 'active' LIMIT ?`,
  )
  const ever = { now: Number.MAX_SAFE_INTEGER, limit: 1 }
  return {
    listStartable: (now, limit) => useDatabase(() => startable.all({ now, limit })),
    listTimedOut: (now, limit) => useDatabase(() => timedOut.all({ now, limit })),
    listOrphaned: (limit) => useDatabase(() => orphaned.all(limit)),
    listUnsettled: (limit) => useDatabase(() => unsettled.all({ limit })),
    findNextDue: () =>
      useDatabase(() => {
        const next = [startable.get(ever)?.starts_at, timedOut.get(ever)?.times_out_at]
        const known = next.filter((time) => typeof time === 'number')
        return known.length === 0 ? undefined : Math.min(...known)
      }),
  }
}

type WorkflowReads = Pick<RunQueueStore, 'hasRunning' | 'countUnfinished' | 'findFirstWaiting' | 'listPending'>

/** Each condition states that a run has not ended, because the partial index requires it. */
function createWorkflowReads(database: ControlPlaneDatabase): WorkflowReads {
  const running = database.prepare<[string]>(
    "SELECT 1 FROM workflow_runs WHERE workflow_id = ? AND status = 'running' AND ended_at IS NULL LIMIT 1",
  )
  // Their number is bounded on creation. With a bound LIMIT, SQLite would prepare the statement again each time.
  const unfinished = database
    .prepare<[string], number>('SELECT count(*) FROM workflow_runs WHERE workflow_id = ? AND ended_at IS NULL')
    .pluck()
  const firstWaiting = database.prepare<[string, number], WorkflowRunRow>(
    `SELECT * FROM workflow_runs
     WHERE workflow_id = ? AND status = 'pending' AND ended_at IS NULL AND (starts_at IS NULL OR starts_at <= ?)
     ORDER BY created_at, id LIMIT 1`,
  )
  const pending = database.prepare<[string, number], WorkflowRunRow>(
    `SELECT * FROM workflow_runs WHERE workflow_id = ? AND status = 'pending' AND ended_at IS NULL
     ORDER BY created_at, id LIMIT ?`,
  )
  return {
    hasRunning: (workflowId) => useDatabase(() => running.get(workflowId) !== undefined),
    countUnfinished: (workflowId) => useDatabase(() => unfinished.get(workflowId) ?? 0),
    findFirstWaiting: (workflowId, now) => useDatabase(() => firstWaiting.get(workflowId, now)),
    listPending: (workflowId, limit) => useDatabase(() => pending.all(workflowId, limit)),
  }
}

function createWrites(
  database: ControlPlaneDatabase,
): Pick<RunQueueStore, 'changeStart' | 'wake' | 'markSettled' | 'rebase'> {
  const changeStart = database.prepare<[number | null, string]>(
    "UPDATE workflow_runs SET starts_at = ? WHERE id = ? AND status = 'pending'",
  )
  const wake = database.prepare<[{ workflowId: string; now: number; limit: number }]>(
    `UPDATE workflow_runs SET starts_at = @now WHERE id IN (SELECT id FROM workflow_runs
       WHERE workflow_id = @workflowId AND status = 'pending' AND ended_at IS NULL AND starts_at IS NULL
       ORDER BY created_at, id LIMIT @limit)`,
  )
  const markSettled = database.prepare<[string]>('UPDATE workflow_runs SET settled = 1 WHERE id = ?')
  const rebaseRunning = database.prepare<[{ now: number }]>(
    `UPDATE workflow_runs SET times_out_at = @now + timeout_seconds * 1000
     WHERE status = 'running' AND times_out_at > @now + timeout_seconds * 1000`,
  )
  const pause = `iif(attempt > 1, min(retry_base_seconds * (1 << (attempt - 2)) * 1000, @pauseMsMax), 0)`
  const rebasePending = database.prepare<[{ now: number; pauseMsMax: number }]>(
    `UPDATE workflow_runs SET starts_at = @now + ${pause} WHERE status = 'pending' AND starts_at > @now + ${pause}`,
  )
  return {
    changeStart: (id, startsAt) => {
      useDatabase(() => changeStart.run(startsAt, id))
    },
    wake: (change) => {
      useDatabase(() => wake.run(change))
    },
    markSettled: (id) => {
      useDatabase(() => markSettled.run(id))
    },
    rebase: ({ now, pauseMsMax }) => {
      useDatabase(() => rebaseRunning.run({ now }))
      useDatabase(() => rebasePending.run({ now, pauseMsMax }))
    },
  }
}
