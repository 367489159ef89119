import { ServiceError, type RunFailure, type RunStatus } from '@signalbox/contracts'
import { endSession } from '../sessions/session-states.js'
import type { WorkflowStores } from './store/workflow-stores.js'
import type { WorkflowRunRow } from './store/workflow-runs.js'

/** How a run may go on. The only place that says so: a run that is finished stays as it is. */
const followers = {
  pending: ['running', 'failed'],
  running: ['completed', 'failed'],
  completed: [],
  failed: [],
} as const satisfies Record<RunStatus, readonly RunStatus[]>

type RunStore = Pick<WorkflowStores, 'workflowRuns'>
type EndStore = Pick<WorkflowStores, 'workflowRuns' | 'agentSessions'>

/** Says whether a run may go from one state into another. */
export function isRunChangeAllowed(from: RunStatus, to: RunStatus): boolean {
  const allowed: readonly RunStatus[] = followers[from]
  return allowed.includes(to)
}

/** Where a run goes; `now` in Unix milliseconds. */
export interface RunMove {
  run: WorkflowRunRow
  to: RunStatus
  now: number
  /** Why it fails. */
  failure?: RunFailure
}

/**
 * Takes a run into another state. Of several callers at the same time one succeeds, also from different processes.
 * @returns the run as it is now; undefined, with nothing changed, when it may not go there or is no longer where it was.
 */
export function moveRun({ workflowRuns }: RunStore, { run, to, now, failure }: RunMove): WorkflowRunRow | undefined {
  if (!isRunChangeAllowed(run.status, to)) return undefined
  // A clock that was set back must not make a run end before it began.
  const at = Math.max(now, run.updated_at)
  const moved =
    to === 'running'
      ? begun(run, now)
      : { ...run, status: to, updated_at: at, starts_at: null, ended_at: at, failure: failure ?? null }
  return workflowRuns.changeStatus({ ...moved, from: run.status, to }) ? moved : undefined
}

/** A pending run as it is once it runs. Nothing is kept. @param now Unix milliseconds. */
export function begun(run: WorkflowRunRow, now: number): WorkflowRunRow {
  const at = Math.max(now, run.updated_at)
  const times = { updated_at: at, starts_at: null, started_at: at, times_out_at: now + run.timeout_seconds * 1_000 }
  return { ...run, ...times, status: 'running' }
}

/**
 * Finishes the run of a session. To be called in the transaction that ends the session, after it ended; a
 * second call changes nothing.
 * @param now Unix milliseconds.
 * @returns the run when this call finished it; undefined when it was finished before, was never begun and cannot be
 * completed, or when the session belongs to no run.
 */
export function finishRunOfSession(
  store: Pick<WorkflowStores, 'workflowRuns' | 'agentSessions'>,
  sessionId: string,
  outcome: 'completed' | 'failed',
  now: number,
): WorkflowRunRow | undefined {
  const run = store.workflowRuns.findBySession(sessionId)
  if (run === undefined) return undefined
  if (outcome === 'completed') return moveRun(store, { run, to: 'completed', now })
  const session = store.agentSessions.find(run.organization_id, sessionId)
  const failure = session?.status === 'cancelled' ? 'session_cancelled' : 'session_failed'
  return moveRun(store, { run, to: 'failed', failure, now })
}

/**
 * Ends a run that a person cancels as failed and its session as cancelled, both or none. A session that ended by itself
 * stays as it is.
 * @throws ServiceError `conflict` when the run is finished.
 */
export function cancelRun(
  store: EndStore & Pick<WorkflowStores, 'transact'>,
  run: WorkflowRunRow,
  now: number,
): WorkflowRunRow {
  return store.transact(() => {
    const failed = failRun(store, { run, failure: 'cancelled', now })
    if (failed === undefined) throw new ServiceError('conflict', { detail: 'The run has already finished' })
    return failed
  })
}

/**
 * Ends a run as failed, and its session, if it is at work, as cancelled. To be called inside a transaction.
 * @returns undefined, with nothing changed, when the run is finished.
 */
export function failRun(
  store: EndStore,
  { run, failure, now }: { run: WorkflowRunRow; failure: RunFailure; now: number },
): WorkflowRunRow | undefined {
  const failed = moveRun(store, { run, to: 'failed', failure, now })
  const session = failed && store.agentSessions.find(run.organization_id, run.session_id)
  if (session?.status === 'active') endSession(store, { session, end: { status: 'cancelled' }, now })
  return failed
}
