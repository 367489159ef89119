import { ServiceError, type RunFailure, type RunStatus } from '@signalbox/contracts'
import { endSession } from '../sessions/session-states.js'
import type { WorkflowStores } from './store/workflow-stores.js'
import type { WorkflowRunRow } from './store/workflow-runs.js'

/** Allowed state transitions of a run. This is the only place that defines them: a finished run never changes. */
const followers = {
  pending: ['running', 'failed'],
  running: ['completed', 'failed'],
  completed: [],
  failed: [],
} as const satisfies Record<RunStatus, readonly RunStatus[]>

type RunStore = Pick<WorkflowStores, 'workflowRuns'>
type EndStore = Pick<WorkflowStores, 'workflowRuns' | 'agentSessions'>

/** True if a run may change from one state to another. */
export function isRunChangeAllowed(from: RunStatus, to: RunStatus): boolean {
  const allowed: readonly RunStatus[] = followers[from]
  return allowed.includes(to)
}

/** A state transition of a run; `now` in Unix milliseconds. */
export interface RunMove {
  run: WorkflowRunRow
  to: RunStatus
  now: number
  /** Why it fails. */
  failure?: RunFailure
}

/**
 * Moves a run to another state. If several callers try at the same time, even from different processes, exactly one
 * succeeds.
 * @returns the run as it is now; undefined, with nothing changed, if the transition is not allowed or the run has
 * changed in the meantime.
 */
export function moveRun({ workflowRuns }: RunStore, { run, to, now, failure }: RunMove): WorkflowRunRow | undefined {
  if (!isRunChangeAllowed(run.status, to)) return undefined
  // If the clock is set back, a run must still not end before it started.
  const at = Math.max(now, run.updated_at)
  const moved =
    to === 'running'
      ? asRunning(run, now)
      : { ...run, status: to, updated_at: at, starts_at: null, ended_at: at, failure: failure ?? null }
  return workflowRuns.changeStatus({ ...moved, from: run.status, to }) ? moved : undefined
}

/** Returns a pending run as it is once running, without storing it. @param now Unix milliseconds. */
export function asRunning(run: WorkflowRunRow, now: number): WorkflowRunRow {
  const at = Math.max(now, run.updated_at)
  const times = { updated_at: at, starts_at: null, started_at: at, times_out_at: now + run.timeout_seconds * 1_000 }
  return { ...run, ...times, status: 'running' }
}

/**
 * Finishes the run of a session. Call it in the transaction that ends the session, after the session has ended; a
 * second call is a no-op.
 * @param now Unix milliseconds.
 * @returns the run if this call finished it; undefined if it was already finished, cannot be completed because it never
 * started, or the session belongs to no run.
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
 * Cancels a run on behalf of a person: the run fails and its session is cancelled, both or neither. A session that has
 * already ended stays as it is.
 * @throws ServiceError `conflict` if the run is finished.
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
 * Ends a run as failed and cancels its session if that is active. Call it in a transaction.
 * @returns undefined, with nothing changed, if the run is finished.
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
