import { ServiceError, type RunStatus } from '@signalbox/contracts'
import { endSession } from '../sessions/session-states.js'
import type { ControlPlaneStore } from '../store/store.js'
import type { WorkflowRunRow } from '../store/workflow-runs.js'

/** How a run may go on. The only place that says so: a run that is finished stays as it is. */
const followers = {
  pending: ['running', 'failed'],
  running: ['completed', 'failed'],
  completed: [],
  failed: [],
} as const satisfies Record<RunStatus, readonly RunStatus[]>

type RunStore = Pick<ControlPlaneStore, 'workflowRuns'>

/** Says whether a run may go from one state into another. */
export function isRunChangeAllowed(from: RunStatus, to: RunStatus): boolean {
  const allowed: readonly RunStatus[] = followers[from]
  return allowed.includes(to)
}

/**
 * Takes a run into another state. Of several callers at the same time one succeeds, also from different processes.
 * @param change `now` in Unix milliseconds.
 * @returns the run as it is now; undefined, with nothing changed, when it may not go there or is no longer where it was.
 */
export function moveRun(
  { workflowRuns }: RunStore,
  { run, to, now }: { run: WorkflowRunRow; to: RunStatus; now: number },
): WorkflowRunRow | undefined {
  if (!isRunChangeAllowed(run.status, to)) return undefined
  // A clock that was set back must not make a run end before it began.
  const at = Math.max(now, run.updated_at)
  const times =
    to === 'running'
      ? { updated_at: at, started_at: at, ended_at: null }
      : { updated_at: at, started_at: run.started_at, ended_at: at }
  if (!workflowRuns.changeStatus({ id: run.id, from: run.status, to, ...times })) return undefined
  return { ...run, ...times, status: to }
}

/**
 * Finishes the run that a session carried out. To be called in the transaction that ends the session; a second call
 * changes nothing.
 * @param now Unix milliseconds.
 * @returns the run when this call finished it; undefined when it was finished before, was never begun and cannot be
 * completed, or when the session belongs to no run.
 */
export function finishRunOfSession(
  store: RunStore,
  sessionId: string,
  outcome: 'completed' | 'failed',
  now: number,
): WorkflowRunRow | undefined {
  const run = store.workflowRuns.findBySession(sessionId)
  return run && moveRun(store, { run, to: outcome, now })
}

/**
 * Ends a run as failed and its session as cancelled, both or none. A session that ended by itself stays as it is.
 * @throws ServiceError `conflict` when the run is finished.
 */
export function cancelRun(
  store: Pick<ControlPlaneStore, 'workflowRuns' | 'agentSessions' | 'transact'>,
  run: WorkflowRunRow,
  now: number,
): WorkflowRunRow {
  return store.transact(() => {
    const failed = moveRun(store, { run, to: 'failed', now })
    if (failed === undefined) throw new ServiceError('conflict', { detail: 'The run is finished already' })
    const session = store.agentSessions.find(run.organization_id, run.session_id)
    if (session?.status === 'active') endSession(store, { session, end: { status: 'cancelled' }, now })
    return failed
  })
}
